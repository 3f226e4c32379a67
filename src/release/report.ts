import { sortKeys } from '#snapshot/files.ts'
import type { PicturesFrom } from '#snapshot/plans.ts'
import type { PullReport } from '#snapshot/pull.ts'
import { addressOf } from './pages/page-facts.ts'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './files/link-unchanged.ts'

/** `build-report.json`, in the release's folder beside the site. */
export interface BuildReport extends Omit<PullReport, 'meta' | 'changed'> {
  /** ISO 8601. */
  builtAt: string
  /** ISO 8601: when the archive was as the site shows it; an update for a new day leaves it. Missing in reports of earlier versions. */
  changedAt?: string
  site: string
  source: string
  apiBase: string
  pictures?: PicturesFrom | undefined
  mediaUrl?: string | undefined
  /** The archive's change counter; null if its server has none. */
  counter: number | null
  /** A hash of the code that made the pages. */
  code: string
  /** What tells the society's settings apart; missing in reports of earlier versions. */
  settings?: string
  counts: Record<string, number>
  contentSecurityPolicy: string
  seconds: Record<string, number>
  /** Of an update in place: its number since the last full build, and the number of changed items, null if anything else had changed, so that all was compared. */
  update: { number: number; items: number | null } | null
  /** Addresses, for caches to purge. Compressed copies are not listed. */
  changed: Changed
  rollback: Rollback | null
  bytes: { pages: number; site: number; compressed: number; unchangedFiles: number; files: number }
}

/** Addresses that a build changed. `added` are also in `written`. On the disk the first of each list (`reportJson`). */
export interface Changed {
  written: string[]
  added: string[]
  removed: string[]
}

export interface Rollback {
  /** The state it went back to. */
  to: string
  /** ISO 8601. */
  at: string
  /** The version of the code that rolled back: the pages may have been made by an earlier one. */
  code: string
}

export const addressOfFile = (path: string): string => (path.endsWith('.html') ? addressOf(path) : `/${path}`)

const seconds = (value: number) => `${value.toFixed(1)} s`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const SHOWN_PROBLEMS = 10

const SHOWN_PAGES = 20

function updateText({ written, removed }: Changed, pages: number, source: string): string {
  const changed = [...written, ...removed].filter((address) => address.endsWith('/'))
  const shown = changed.slice(0, SHOWN_PAGES).join(' ')
  const more =
    changed.length > SHOWN_PAGES ? ` … and ${changed.length - SHOWN_PAGES} more, all in build-report.json` : ''
  return `Built ${changed.length} of ${pages} pages again from ${source}: ${shown}${more}`
}

export function reportText(report: BuildReport): string {
  const { counts, leftOut, bytes } = report
  const lines = [
    report.update
      ? updateText(report.changed, counts.pages!, report.source)
      : `Built ${counts.pages} pages (${megabytes(bytes.pages)}) and ${counts.searchRecords} search records from ${report.source}`,
    `  ${Object.entries(report.seconds)
      .map(([step, time]) => `${step} ${seconds(time)}`)
      .join(', ')}`,
  ]
  const hidden = Object.values(report.unpublished).reduce((sum, each) => sum + each, 0)
  if (hidden > 0) lines.push(`  ${hidden} ${hidden === 1 ? 'row that is' : 'rows that are'} not published: left out`)
  if (report.oneByOne.length > 0)
    lines.push(`  Read record by record, because the server refuses the whole list: ${report.oneByOne.join(', ')}`)
  if (leftOut.length > 0) {
    lines.push(
      `  ${leftOut.length} ${leftOut.length === 1 ? 'row breaks' : 'rows break'} the contract, left out or changed:`,
    )
    for (const { list, id, field, reason } of leftOut.slice(0, SHOWN_PROBLEMS)) {
      lines.push(`    ${list} ${id ?? '(no id)'}${field ? `, ${field}` : ''}: ${reason}`)
    }
    if (leftOut.length > SHOWN_PROBLEMS)
      lines.push(`    … and ${leftOut.length - SHOWN_PROBLEMS} more, all in build-report.json`)
  }
  for (const note of report.notes) lines.push(`  ${note}`)
  return lines.join('\n')
}

export const json = (value: object) => `${JSON.stringify(sortKeys(value), null, 2)}\n`

/** Addresses of each list in `build-report.json`. A county's whole site has two million, and the server reads the file. Caches are told to forget everything long before. */
const MOST_LISTED = 20_000

export function reportJson(report: BuildReport, most = MOST_LISTED): string {
  const { written, added, removed } = report.changed
  const first = (addresses: readonly string[]) => addresses.slice(0, most)
  return json({ ...report, changed: { written: first(written), added: first(added), removed: first(removed) } })
}

/** What visitors see change when the site is switched from one folder to another, if there was one. Releases share unchanged files by hard links. */
export function changedBetween(from: string | undefined, to: string): Changed {
  const plain = (folder: string) => listFiles(folder).filter((file) => !/\.(?:br|gz)$/.test(file))
  const [before, after] = [new Set(from ? plain(from) : []), plain(to)]
  const added = after.filter((file) => !before.has(file))
  const different = after.filter((file) => before.has(file) && !isSame(join(from!, file), join(to, file)))
  const now = new Set(after)
  return {
    written: [...added, ...different].sort().map(addressOfFile),
    added: added.map(addressOfFile),
    removed: [...before].filter((file) => !now.has(file)).map(addressOfFile),
  }
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [statSync(a), statSync(b)]
  if (first.ino === second.ino && first.dev === second.dev) return true
  return first.size === second.size && readFileSync(a).equals(readFileSync(b))
}
