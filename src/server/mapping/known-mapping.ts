import * as v from 'valibot'
import { TARGETS, importMapping, type ImportMapping, type TableMapping } from '#contract/import-mapping.ts'
import { guessMapping } from '#rules/import/guess-mapping.ts'
import type { Db, Trx } from '../database/tables.ts'
import type { SourceTable } from '../tables/source-table.ts'
import { PICTURES } from './pictures.ts'
import { GUESSES } from './presets.ts'
import { PROBLEM, tableName } from './survey.ts'

/** The file of a mapping is none, or says what cannot be. */
export class InvalidMapping extends Error {}

/** @throws {InvalidMapping} */
export function readMapping(text: string, file: string): ImportMapping {
  try {
    const parsed = v.safeParse(importMapping, JSON.parse(text))
    if (parsed.success) {
      for (const table of parsed.output.tables) checkTargets(table, file)
      return parsed.output
    }
    const [issue] = parsed.issues
    throw new InvalidMapping(`${file}, ${v.getDotPath(issue) ?? 'mapping'}: ${issue.message}`)
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidMapping(`${file} is not JSON: ${error.message}`)
    throw error
  }
}

/** @throws {InvalidMapping} for a column that goes nowhere. */
export function checkTargets({ table, list, columns }: TableMapping, file: string): void {
  if (list === '') return
  const targets: readonly string[] = [...TARGETS, ...GUESSES.columnsOf(list)]
  const wrong = Object.entries(columns).find(([, target]) => !targets.includes(target))
  if (!wrong) return
  const [heading, target] = wrong
  throw new InvalidMapping(
    `${file}, ${table}, ${heading}: there is no “${target}” in ${list}. Choose one of ${targets.join(', ')}.`,
  )
}

/** The mapping of a source: what was given or is known of a table or of one with the same columns, and a guess for every other one. */
export function completeMapping(
  tables: readonly SourceTable[],
  given: ImportMapping | undefined,
  known?: ImportMapping,
) {
  const mapping: ImportMapping = { names: {}, doubtful: 'ask', ...(given ?? known), tables: [] }
  const all = [...(given?.tables ?? []), ...(known?.tables ?? [])]
  const presets = new Map<string, string>()
  for (const each of tables) {
    const table = tableName(each)
    if (mapping.tables.some((one) => one.table === table)) continue
    const guess = each.file === PICTURES.table ? { mapping: PICTURES } : guessMapping({ ...each, table }, GUESSES)
    if (guess.preset) presets.set(table, guess.preset)
    const headings = each.headings.filter((heading) => heading !== PROBLEM)
    const isAlike = ({ columns }: TableMapping) =>
      headings.length === Object.keys(columns).length && headings.every((heading) => heading in columns)
    const own = all.find((one) => one.table === table) ?? all.find(isAlike)
    const columns = { ...guess.mapping.columns, ...own?.columns }
    if (own && own.table !== table && PROBLEM in columns) columns[PROBLEM] = 'leave'
    // A column may have come later.
    mapping.tables.push(own ? { ...own, table, columns } : guess.mapping)
  }
  return { mapping, presets }
}

/** Tables of a source that are remembered. */
const REMEMBERED = 50

/** What is known of a source since its last import. */
export async function readKnownMapping(db: Db, source: string): Promise<ImportMapping | undefined> {
  const row = await db.selectFrom('import_source').select('mapping').where('source', '=', source).executeTakeFirst()
  try {
    return row && readMapping(row.mapping, source)
  } catch {
    // A field may be gone since.
    return undefined
  }
}

/** Remembers it for the next import of the source. */
export async function remember(trx: Trx, source: string, mapping: ImportMapping, known?: ImportMapping): Promise<void> {
  const others = (known?.tables ?? []).filter((one) => !mapping.tables.some(({ table }) => table === one.table))
  const tables = [...mapping.tables, ...others].slice(0, REMEMBERED)
  const row = { source, mapping: JSON.stringify({ ...mapping, tables }) }
  const added = trx.insertInto('import_source').values(row)
  await added.onConflict((conflict) => conflict.column('source').doUpdateSet(row)).execute()
}
