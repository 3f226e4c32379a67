import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SnapshotLists, SnapshotMeta } from './types.ts'

/** The lists of a snapshot in the order in which they are pulled and counted; each is a file of its own, `NAME.json`. */
export const LIST_NAMES = [
  'locations',
  'lots',
  'ownership',
  'heritage',
  'locationDescriptions',
  'plaques',
  'people',
  'relationships',
  'organizations',
  'organizationLocations',
  'employment',
  'subjects',
  'collections',
  'items',
] as const satisfies readonly (keyof SnapshotLists)[]

const META_FILE = 'snapshot.json'

/** The same value with the keys of every object in alphabetical order, so that equal data makes equal bytes. */
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

/** A list as text, one row a line: a changed row is a changed line. */
const listText = (rows: readonly unknown[]) =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(sortKeys(row))).join(',\n')}\n]\n`

/** Writes a snapshot beside `folder` and puts it in place with a rename: a reader never sees half of one. */
export function writeSnapshot(folder: string, lists: SnapshotLists, meta: SnapshotMeta): void {
  const half = `${folder}.half-${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  try {
    for (const name of LIST_NAMES) writeFileSync(join(half, `${name}.json`), listText(lists[name]))
    writeFileSync(join(half, META_FILE), `${JSON.stringify(sortKeys(meta), null, 2)}\n`)
    mkdirSync(dirname(folder), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(half, folder)
  } catch (problem) {
    rmSync(half, { recursive: true, force: true })
    throw problem
  }
}

/** Reads what `writeSnapshot` wrote. The rows were checked when they were pulled and are not checked again. */
export function readSnapshot(folder: string): { lists: SnapshotLists; meta: SnapshotMeta } {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const lists = Object.fromEntries(LIST_NAMES.map((name) => [name, read(`${name}.json`)]))
  return { lists: lists as unknown as SnapshotLists, meta: read(META_FILE) as SnapshotMeta }
}
