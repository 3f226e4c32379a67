import { dayNumber } from '#rules/access/living.ts'
import { societyDay } from '#rules/dates/society-day.ts'
import type { SocietySettings } from '#contract/settings.ts'
import type { LivingMode } from '#contract/living.ts'
import type { BundleFile, BundleFolder } from './bundle-folder.ts'
import type { Check, Conflict, Issue, WriteCounts } from './bundle-row.ts'
import type { ListName } from './lists.ts'
import type { CheckedOverlays } from './overlays-list.ts'
import type { PlannedRow } from './plan-rows.ts'

export interface ImportedList {
  list: ListName | 'overlays'
  rows: number
  /** Invalid rows. */
  rejected: number
  /** What was written, or would be. */
  written?: WriteCounts
  /** How many records are changed in each field. */
  changed: Record<string, number>
  conflicts: number
}

export interface ImportReport {
  source: string
  /** Names of sources that were imported before. */
  knownSources: string[]
  /** All problems, ordered by file and line. */
  issues: Issue[]
  /** What is imported, but may not be meant, and files that were not read. */
  warnings: Issue[]
  /** Rows that are left alone, ordered by file. */
  conflicts: Conflict[]
  /** True when rows were written or unchanged; false for a dry run or a refused bundle. */
  imported: boolean
  lists: ImportedList[]
  /** Names of the settings that are taken from the bundle, or would be. */
  settings: string[]
  /** People of the bundle who are presumed living, and what visitors will see of them. */
  living: { count: number; mode: LivingMode }
}

export const NO_ROWS: WriteCounts = { added: 0, updated: 0, unchanged: 0 }

export function startReport(
  bundle: BundleFolder,
  check: Check,
  maps: CheckedOverlays,
  { living: mode, livingYears: limit }: SocietySettings,
): ImportReport {
  const order = new Map(bundle.files.flatMap(({ file, stories = [file] }) => stories).map((file, at) => [file, at]))
  const position = ({ file }: Pick<Issue, 'file'>) => order.get(file) ?? -1
  const inOrder = (issues: Issue[]) =>
    issues.toSorted((a, b) => position(a) - position(b) || a.line - b.line || a.row - b.row)
  const lists = bundle.files.map(({ list, file }): ImportedList => {
    const conflicts = check.conflicts.filter((each) => `${each.file}/`.startsWith(`${file}/`)).length
    const rejected = (check.rejected.get(list)?.size ?? 0) - conflicts
    return { list, rows: check.rows.get(list) ?? 0, rejected, changed: {}, conflicts }
  })
  const { rows, wanted, conflicts } = maps
  if (bundle.overlays) {
    const rejected = rows - wanted.length - conflicts.length
    lists.push({ list: 'overlays', rows, rejected, changed: {}, conflicts: conflicts.length })
  }
  return {
    ...{ source: '', knownSources: [], issues: [...inOrder(check.issues), ...maps.issues] },
    ...{ warnings: inOrder(check.warnings), conflicts: [...check.conflicts], imported: false, lists, settings: [] },
    living: { count: check.living.count({ today: dayNumber(societyDay(new Date().toISOString())!), limit }), mode },
  }
}

export function countBatch(report: ImportReport, { list, file }: BundleFile, batch: readonly PlannedRow[]): void {
  const counts = report.lists.find((each) => each.list === list)!
  const written = counts.written!
  for (const { outcome, key, index, line, reason = '', changes } of batch) {
    if (outcome === 'conflict') {
      counts.conflicts += 1
      report.conflicts.push({ file, line, row: index + 1, key, reason, changes })
      continue
    }
    written[outcome === 'new' ? 'added' : outcome === 'changed' ? 'updated' : 'unchanged'] += 1
    for (const { field } of changes) counts.changed[field] = (counts.changed[field] ?? 0) + 1
  }
}
