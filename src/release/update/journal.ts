import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isHashed, SEARCH_ENTRY, SEARCH_FOLDER } from '#rules/addresses/site-routing.ts'

/** An update of a release in place. Paths are relative to the release's folder. */
export interface Journal {
  /** Number of the release. */
  release: string
  writes: string[]
  removals: string[]
  /** Files beside the site, written last: what the release is made from, and the report. */
  beside: string[]
}

/** In the folder of an update. */
export const UPDATE = { journal: 'journal.json', fresh: 'new' } as const

/** Scripts and search chunks before what loads them, lists and feeds after the pages. */
function rank(path: string): number {
  const address = path.slice(path.indexOf('/')).replace(/\.(?:br|gz)$/, '')
  if (isHashed(address) || (address.startsWith(`/${SEARCH_FOLDER}/`) && !address.endsWith(SEARCH_ENTRY))) return 0
  return address.endsWith('.html') ? 1 : 2
}

/** From here on the update will be completed, by this process or by the next. */
export function writeJournal(folder: string, journal: Journal): void {
  const writes = journal.writes.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const [file, next] = [join(folder, UPDATE.journal), join(folder, `${UPDATE.journal}.next`)]
  const descriptor = openSync(next, 'w')
  writeSync(descriptor, JSON.stringify({ ...journal, writes }))
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(next, file)
}

/** Undefined if the update never got that far: nothing of the release has been touched. */
export function readJournal(folder: string): Journal | undefined {
  const file = join(folder, UPDATE.journal)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Journal) : undefined
}

/** Moves an update's files into the release, one by one, each whole at every moment. Can be interrupted and repeated. */
export function applyJournal(folder: string, release: string, { writes, removals, beside }: Journal): void {
  const made = new Set<string>()
  const write = (path: string) => {
    const [live, fresh] = [join(release, path), join(folder, UPDATE.fresh, path)]
    if (!existsSync(fresh)) return
    if (!made.has(dirname(live))) mkdirSync(dirname(live), { recursive: true })
    made.add(dirname(live))
    renameSync(fresh, live)
  }
  for (const path of writes) write(path)
  for (const path of removals) {
    rmSync(join(release, path), { force: true })
    removeIfEmpty(dirname(join(release, path)))
  }
  for (const path of beside) write(path)
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Other files are in it.
  }
}
