import { COPY, type ArchiveState, type BuildChanges } from '#contract/archive-state.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import type { BuildNews } from '#stores/review/state/archive-state.ts'

type Build = ArchiveState['builds'][number]

export const TEXT = {
  stale: "The archive isn't answering. What you see is not of this moment; the page keeps trying.",
  notHere: 'This server does not build the site, so it does not know which pages are online.',
  noBuilds: 'Nothing has been built by this server yet.',
  older: 'Made by an earlier version of Lotline: it did not note what changed.',
  noMail: 'All letters were delivered.',
  outbox: (folder: string) =>
    `Nobody gets letters by mail: no mail server is set (SMTP_URL). They are written to the folder ${folder} on the machine of the archive.`,
  noFixity: 'Not checked yet. Lotline checks once a week; “npm run archive -- doctor” checks now.',
  noBackup: 'No backup was made since Lotline notes them.',
  backupSchedule:
    'This server makes no nightly backups itself (BACKUP_AT and BACKUP_DIR are not set). If a timer on the machine makes them, see there for the next one.',
  noHooks: 'Not set up.',
  noCopy: 'There is no copy yet, or one is being made just now. Make one first.',
  copyParts: 'Download all parts and unpack them into one folder.',
} as const

const MINUTE = 60
/** "3.2 seconds", "2 minutes 5 seconds". */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} seconds`
  const [minutes, rest] = [Math.floor(seconds / MINUTE), Math.round(seconds % MINUTE)]
  return `${plural(minutes, 'minute')}${rest > 0 ? ` ${plural(rest, 'second')}` : ''}`
}

/** "The whole site, 1,494 pages: nothing had changed", or "12 pages written, 1 of them new, 2 removed". */
export function changesText(changes: BuildChanges): string {
  const { whole, pages, pages_written, pages_added, pages_removed, files_written, files_removed } = changes
  const files = files_written + files_removed
  const parts = [
    `${plural(pages_written, 'page')} written`,
    ...(pages_added > 0 ? [`${formatNumber(pages_added)} of them new`] : []),
    ...(pages_removed > 0 ? [`${plural(pages_removed, 'page')} removed`] : []),
    ...(files > 0 ? [`${plural(files, 'other file')} (search, feed, map)`] : []),
  ]
  const isSame = pages_written + pages_removed + files === 0
  const changed = isSame ? 'nothing had changed' : parts.join(', ')
  return whole ? `The whole site, ${plural(pages, 'page')}: ${changed}` : changed.replace(/^n/, 'N')
}

/** "4 earlier states are kept for a rollback, 12 MB, the oldest of 3 March." */
export function keptText(states: NonNullable<ArchiveState['rollback']>): string {
  const bytes = states.reduce((sum, state) => sum + (state.bytes ?? 0), 0)
  const are = states.length === 1 ? 'is' : 'are'
  return `${plural(states.length, 'earlier state')} ${are} kept for a rollback: ${bytesText(bytes)}, the oldest of ${momentText(states.at(-1)!.built_at)}.`
}

export const ROLLBACK_EFFECTS = [
  'Visitors see the pages of that time again. What was published or corrected since is not on them.',
  'What was withdrawn, discarded, removed or merged since stays out, also of the search.',
  'The archive itself is not changed: all records, drafts and pictures stay as they are.',
  'The next publishing builds the site of today again.',
]
/** What a copy holds, and how much room it needs: on average, the sizes of a picture take 200 kB and a page 25 kB. */
export function copyEffects({ site, backup, fixity, disk }: ArchiveState): string[] {
  const bytes = (backup?.bytes ?? 0) + (fixity?.originals ?? 0) * 200_000 + (site?.pages ?? 0) * 25_000
  const size = backup && fixity ? `about ${bytesText(bytes)}` : 'more room than the originals'
  return [
    'A folder that opens by a double click on OPEN.html: the site with its map, search and pictures, the originals, and all that is known, as text.',
    'Only what is published is in it: no drafts, accounts or letters. The originals have no watermark.',
    `It needs ${size}; ${bytesText(disk.free)} are free. Next time, only what has changed is written.`,
    'It is written to the folder “copies” of the archive’s data, and can be downloaded. Builds wait until it is done.',
  ]
}

/** Steps of a build (release/build-steps.ts). */
const STEPS: Record<string, string> = {
  pull: 'reading the archive',
  pages: 'pages',
  search: 'search index',
  compress: 'compressing',
}
export const secondsText = (seconds: BuildChanges['seconds']): string =>
  Object.entries(seconds)
    .map(([step, time]) => `${STEPS[step] ?? step} ${durationText(time)}`)
    .join(', ')

const ADVICE: [sign: RegExp, advice: string][] = [
  [/disk is full|ENOSPC/i, 'Make room on the disk of the archive, then build again.'],
  [/^Interrupted/, 'Lotline was stopped during it, and builds again by itself.'],
  [/took longer than/, 'The machine may be busy or out of memory. Build again when it is quiet.'],
  [/Another build|under way/, 'Somebody builds by hand. Wait until that is done, then build again.'],
  [
    /ECONNREFUSED|can't be reached|fetch failed/i,
    'The archive did not answer the build. Look whether it runs, then build again.',
  ],
]
/** A rollback that was refused says itself why, and what to do. */
const REFUSED = /^(?:There is no (?:state|site)|The site is in state|State \S+ was made by another version).*/m
/** What to do about a failed build. */
export const adviceOf = ({ message }: Pick<Build, 'message'>): string =>
  REFUSED.exec(message)?.[0] ??
  ADVICE.find(([sign]) => sign.test(message))?.[1] ??
  'Build again. If it fails again, send the text below to whoever looks after Lotline.'

export const STATES: Record<Build['state'], string> = {
  waiting: 'Waiting',
  running: 'Being built',
  done: 'Done',
  failed: 'Failed',
}

/** What a screen reader says between two looks. */
export function newsText(news: BuildNews): string {
  if (news.build.rollback === COPY) return `A copy of the archive: ${STATES[news.what]}.`
  if (news.what === 'waiting') return 'A build is waiting.'
  if (news.what === 'running') return 'The site is being built.'
  if (news.what === 'failed') return 'The build failed. The site is as it was before.'
  return `The build is done.${news.build.changes ? ` ${changesText(news.build.changes)}.` : ''}`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
export function bytesText(bytes: number): string {
  const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** unit
  return `${value.toFixed(unit > 2 && value < 100 ? 1 : 0)} ${UNITS[unit]}`
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
export const momentText = (timestamp: string): string => MOMENT.format(new Date(timestamp))

export const HOOK_NAMES = { webhook: 'Webhook after a publishing', purge: 'Purge of caches after a build' } as const

export { plural }
