import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Item } from '#contract/item.ts'
import { LIST_NAMES, type ListName, type SnapshotLists } from './plans.ts'
import type { SnapshotMeta } from './types.ts'

/** Lists built by name. The caller vouches for the types of the rows. */
export const listsFrom = (rowsOf: (name: ListName) => unknown): SnapshotLists =>
  Object.fromEntries(LIST_NAMES.map((name) => [name, rowsOf(name)])) as object as SnapshotLists

const META_FILE = 'snapshot.json'

/** Sorts the keys of every object, so that equal data serializes to equal bytes. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  )
}

/** One row per line, so that diffs are readable. */
const listText = (rows: readonly unknown[]) =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(sortKeys(row))).join(',\n')}\n]\n`

/** Writes a snapshot, with the number of rows of each list. The folder belongs to one build, which removes it in the end (release/make-release.ts). */
export function writeSnapshot(folder: string, lists: SnapshotLists, about: Omit<SnapshotMeta, 'counts'>): SnapshotMeta {
  const counts = Object.fromEntries(LIST_NAMES.map((name) => [name, lists[name].length])) as SnapshotMeta['counts']
  const meta = { ...about, counts }
  mkdirSync(folder, { recursive: true })
  for (const name of LIST_NAMES) writeFileSync(join(folder, `${name}.json`), listText(lists[name]))
  writeMeta(folder, meta)
  return meta
}

/**
 * Writes a snapshot that differs from an earlier one in some items: the other lists are shared, and the lines of other items copied. Returns all items, in the order of
 * their ids.
 * @param named ids of the items that differ; `after` are those that are still there.
 */
export function replaceItems(
  folder: string,
  earlier: string,
  items: readonly Item[],
  named: ReadonlySet<number>,
  after: readonly Item[],
  meta: SnapshotMeta,
): Item[] {
  mkdirSync(folder, { recursive: true })
  for (const name of LIST_NAMES)
    if (name !== 'items') linkOrCopy(join(earlier, `${name}.json`), join(folder, `${name}.json`))
  const lines = readFileSync(join(earlier, 'items.json'), 'utf8').slice(2, -3).split(',\n')
  const kept = items.flatMap((item, at) => (named.has(item.id) ? [] : [{ item, line: lines[at]! }]))
  const all = [...kept, ...after.map((item) => ({ item, line: JSON.stringify(sortKeys(item)) }))]
  all.sort((a, b) => a.item.id - b.item.id)
  const text = all.length === 0 ? '[]\n' : `[\n${all.map(({ line }) => line).join(',\n')}\n]\n`
  writeFileSync(join(folder, 'items.json'), text)
  writeMeta(folder, meta)
  return all.map(({ item }) => item)
}

const writeMeta = (folder: string, meta: SnapshotMeta) =>
  writeFileSync(join(folder, META_FILE), `${JSON.stringify(sortKeys(meta), null, 2)}\n`)

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // No hard links on this disk.
    copyFileSync(from, to)
  }
}

export const hasSnapshot = (folder: string): boolean => existsSync(join(folder, META_FILE))

/** The rows were validated by the pull and are not validated again. */
export function readSnapshot(folder: string): { lists: SnapshotLists; meta: SnapshotMeta } {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return { lists: listsFrom((name) => read(`${name}.json`)), meta: read(META_FILE) as SnapshotMeta }
}
