import type { BuildChanges } from '#contract/archive-state.ts'
import type { BuildReport } from '#release/report.ts'
import { MOST_URLS } from '#server/hooks/queue-hook.ts'

const EXAMPLES = 20

const isPage = (address: string) => address.endsWith('/')

/** Addresses that caches have to forget. */
export const changedAddresses = ({ changed }: BuildReport): string[] => [...changed.written, ...changed.removed]

/** What a server is told of them: with more, it asks caches to forget everything. A whole build may change a million. */
export const addressesToTell = (addresses: readonly string[]): string[] => addresses.slice(0, MOST_URLS + 1)

/** What the state page shows of a build. */
export function changesOf({ update, changed, counts, seconds, notes, leftOut }: BuildReport): BuildChanges {
  const count = (addresses: readonly string[]) => addresses.filter(isPage).length
  const pages = changedAddresses({ changed } as BuildReport).filter(isPage)
  return {
    whole: update === null,
    pages: counts.pages!,
    pages_written: count(changed.written),
    pages_added: count(changed.added),
    pages_removed: count(changed.removed),
    files_written: changed.written.length - count(changed.written),
    files_removed: changed.removed.length - count(changed.removed),
    examples: pages.slice(0, EXAMPLES),
    seconds,
    notes: [
      ...notes,
      ...(leftOut.length > 0 ? [`${leftOut.length} rows that break the contract were left out or changed.`] : []),
    ],
  }
}
