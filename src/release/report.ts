import { sortKeys } from '#snapshot/files.ts'
import type { PullReport } from '#snapshot/pull.ts'

/** `build-report.json`, in the release's folder beside the site. */
export interface BuildReport extends Omit<PullReport, 'meta' | 'changed'> {
  /** ISO 8601. */
  builtAt: string
  site: string
  source: string
  apiBase: string
  /** The archive's change counter; null if its server has none. */
  counter: number | null
  /** A hash of the code that made the pages. */
  code: string
  counts: Record<string, number>
  contentSecurityPolicy: string
  /** Duration of each step. */
  seconds: Record<string, number>
  /**
   * Of an update in place: its number since the last full build, the number of changed items if nothing else had changed (else everything was compared), and the addresses
   * that changed, for caches to purge.
   */
  update: { number: number; items: number | null; written: string[]; removed: string[] } | null
  bytes: { pages: number; site: number; compressed: number; unchangedFiles: number; files: number }
}

const seconds = (value: number) => `${value.toFixed(1)} s`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const SHOWN_PROBLEMS = 10

const SHOWN_PAGES = 20

function updateText({ written, removed }: NonNullable<BuildReport['update']>, pages: number, source: string): string {
  const changed = [...written, ...removed].filter((address) => address.endsWith('/'))
  const shown = changed.slice(0, SHOWN_PAGES).join(' ')
  const more =
    changed.length > SHOWN_PAGES ? ` … and ${changed.length - SHOWN_PAGES} more, all in build-report.json` : ''
  return `Built ${changed.length} of ${pages} pages again from ${source}: ${shown}${more}`
}

/** The report as a terminal shows it. */
export function reportText(report: BuildReport): string {
  const { counts, leftOut, bytes } = report
  const lines = [
    report.update
      ? updateText(report.update, counts.pages!, report.source)
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
