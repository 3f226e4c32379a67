import * as v from 'valibot'
import { id, timestamp, line } from './fields.ts'
import { health } from './status.ts'

/** A site rebuild: requested, running, switched to, or failed (the previous site stays up). */
const BUILD_STATES = ['waiting', 'running', 'done', 'failed'] as const
export const build = v.object({
  id,
  state: v.picklist(BUILD_STATES),
  /** Why it was requested, such as what was published. */
  reason: v.string(),
  requested_at: timestamp,
  started_at: v.nullable(timestamp),
  finished_at: v.nullable(timestamp),
  /** The last output of the build: its report, or why it failed. */
  message: v.string(),
})
export type Build = v.InferOutput<typeof build>
export const buildRequest = v.nullish(v.object({ reason: line }), {})

/** Why a rollback is refused. */
export const ROLLBACK = {
  noSite: 'This server does not build the site. Roll back on the machine that does: npm run build -- --rollback',
  noState: (state: string) =>
    `There is no earlier state ${state} of the site. It may have been removed by a newer build.`,
} as const

/** In place of a state to roll back to: a copy of the archive (release/copy) is made, not the site. */
export const COPY = 'copy'
export const NO_COPY =
  'This server does not build the site. Make the copy on the machine that does: npm run archive -- copy FOLDER --bag'

/** Stands in the folder of a copy until it is whole. */
export const UNFINISHED_COPY = 'NOT-FINISHED.txt'
/** The copy that was made last, to download: zip files that are unpacked into one folder. */
export const copyParts = v.object({
  made_at: v.nullable(timestamp),
  parts: v.array(v.object({ bytes: v.number(), href: v.string() })),
})
export type CopyParts = v.InferOutput<typeof copyParts>
export const copyKey = v.object({ key: v.optional(v.string(), '') })

const buildChanges = v.object({
  /** The whole site was built, not only what had changed. */
  whole: v.boolean(),
  /** Pages of the site after it. */
  pages: v.number(),
  pages_written: v.number(),
  pages_added: v.number(),
  pages_removed: v.number(),
  /** Other files: indexes, feeds, scripts. */
  files_written: v.number(),
  files_removed: v.number(),
  /** Addresses of some of the changed pages. */
  examples: v.array(v.string()),
  /** Seconds by step. */
  seconds: v.record(v.string(), v.number()),
  /** What an administrator should know about it. */
  notes: v.array(v.string()),
})
export type BuildChanges = v.InferOutput<typeof buildChanges>

/** A state of the site, such as `3` (release 3 as it was built) or `3.2` (after its second update). */
const stateName = v.pipe(
  v.string('Enter the name of a state, such as 3 or 3.2.'),
  v.maxLength(19, 'Enter the name of a state, such as 3 or 3.2.'),
  v.regex(/^\d{1,9}(\.\d{1,9})?$/, 'Enter the name of a state, such as 3 or 3.2.'),
)
export const rollbackRequest = v.object({ state: stateName })

const siteState = v.object({
  name: stateName,
  built_at: timestamp,
  pages: v.number(),
  /** Set if it is the result of a rollback: to which state, and when. */
  rolled_back: v.nullable(v.object({ to: v.string(), at: timestamp })),
  /** What it takes on the disk, without what newer states share with it. */
  bytes: v.optional(v.number()),
})
export type SiteState = v.InferOutput<typeof siteState>

/** A build that is running. `of`: null if it is not known how much there is. */
const buildProgress = v.object({ build: id, step: v.string(), done: v.number(), of: v.nullable(v.number()) })
export type BuildProgress = v.InferOutput<typeof buildProgress>

const letter = v.object({
  id,
  recipient: v.string(),
  subject: v.string(),
  created_at: timestamp,
  attempts: v.number(),
  last_error: v.string(),
  /** Of the next attempt; null if it was given up. */
  next_attempt_at: v.nullable(timestamp),
})

/** Calls that Lotline makes to other machines after a publishing or a build. */
export const HOOKS = ['webhook', 'purge'] as const
const hook = v.object({
  name: v.picklist(HOOKS),
  queued_at: timestamp,
  attempts: v.number(),
  last_error: v.string(),
  next_attempt_at: v.nullable(timestamp),
})
export const hookAddress = v.object({ hook: v.picklist(HOOKS) })

/** A check of the SHA-256 of every original. */
const fixity = v.object({
  checked_at: timestamp,
  originals: v.number(),
  problems: v.array(v.object({ where: v.string(), what: v.string() })),
  /** More problems than the listed ones. */
  more: v.number(),
})
export type Fixity = v.InferOutput<typeof fixity>
const backupNote = v.object({ made_at: timestamp, bytes: v.number(), items: v.number(), originals: v.number() })
export type BackupNote = v.InferOutput<typeof backupNote>
const backupFailure = v.object({ at: timestamp, message: v.string() })
export type BackupFailure = v.InferOutput<typeof backupFailure>

/** State of the archive. Null where the server does not know, or where the caller may not see it. */
export const archiveState = v.object({
  /** The site as it is served; null on a server that has none. */
  site: v.nullable(siteState),
  /** Newest first. */
  builds: v.array(v.object({ ...build.entries, changes: v.nullable(buildChanges), rollback: v.nullable(v.string()) })),
  progress: v.nullable(buildProgress),
  /** The next nightly build, made only if something has changed; null if there is none. */
  nightly_at: v.nullable(timestamp),
  disk: health.entries.disk,
  mail: v.object({
    waiting: v.number(),
    undelivered: v.number(),
    letters: v.nullable(v.array(letter)),
    /** The folder that letters are written to, without a mail server. */
    outbox: v.optional(v.string()),
  }),
  pictures: v.object({ waiting: v.number(), failed: v.number() }),
  fixity: v.nullable(fixity),
  backup: v.nullable(backupNote),
  /** The next nightly backup of the server; null if it makes none. */
  backup_at: v.nullable(timestamp),
  /** Why the last one failed; null if it did not. */
  backup_failure: v.nullable(backupFailure),
  hooks: v.object({ configured: v.array(v.picklist(HOOKS)), waiting: v.array(hook) }),
  /** Earlier states that an administrator can roll back to, newest first. */
  rollback: v.nullable(v.array(siteState)),
})
export type ArchiveState = v.InferOutput<typeof archiveState>
