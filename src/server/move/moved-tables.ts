import { readTableNames } from '../database/table-names.ts'
import type { Db } from '../database/tables.ts'
import { readSchema, type Reference } from '../records/rows/schema.ts'

/** A table that is moved. Its columns are sorted, without computed ones; rows are read in the order of its primary key. */
export interface MovedTable {
  name: string
  columns: string[]
  key: string[]
}

/** Tables in an order in which rows find what they refer to. Those of a `whole` group refer to each other: they are written in one transaction. */
export interface TableGroup {
  tables: MovedTable[]
  whole: boolean
}

/** Its row is written last, once everything is proven. */
const STATE = 'archive_state'
/** Made by the database, or again from other tables. */
const OWN = /^(kysely_|sqlite_|item_search|item_words$)/

/** The tables to move, as a database of the latest version declares them. */
export async function readTableGroups(db: Db): Promise<TableGroup[]> {
  const names = (await readTableNames(db)).filter((name) => name !== STATE && !OWN.test(name))
  const { columns, keys, references } = await readSchema(db, names)
  const table = (name: string): MovedTable => ({ name, columns: columns.get(name)!.toSorted(), key: keys.get(name)! })
  return groupByReference(names, references).map((group) => ({
    tables: group.map(table),
    whole: group.length > 1 || references.some(({ table: from, parent }) => from === group[0] && parent === from),
  }))
}

/** Tables that refer to each other are one group; each group comes after those that it refers to. */
export function groupByReference(
  names: readonly string[],
  references: readonly Pick<Reference, 'table' | 'parent'>[],
): string[][] {
  const parents = Map.groupBy(references, ({ table }) => table)
  const ancestorsOf = (name: string, found = new Set<string>()): Set<string> => {
    for (const { parent } of parents.get(name) ?? []) if (!found.has(parent)) ancestorsOf(parent, found.add(parent))
    return found
  }
  const ancestors = new Map(names.map((name) => [name, ancestorsOf(name)]))
  const together = (one: string, other: string) =>
    one === other || (ancestors.get(one)!.has(other) && ancestors.get(other)!.has(one))
  const groups = new Set(
    names.toSorted().map((name, _, all) => JSON.stringify(all.filter((other) => together(name, other)))),
  )
  // What a table refers to has fewer ancestors than the table itself.
  const depth = ([name]: string[]) => new Set([name!, ...ancestors.get(name!)!]).size
  return [...groups].map((group) => JSON.parse(group) as string[]).sort((a, b) => depth(a) - depth(b))
}

/** Without tables that only one kind of database has, such as that of rate limits. */
export const tablesOfBoth = (groups: readonly TableGroup[], names: readonly string[]): TableGroup[] =>
  groups.flatMap(({ tables, whole }) => {
    const both = tables.filter(({ name }) => names.includes(name))
    return both.length === 0 ? [] : [{ tables: both, whole }]
  })
