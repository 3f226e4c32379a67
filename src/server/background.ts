import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { BackupFailure } from '#contract/archive-state.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { lockFile } from '#locks/lock-file.ts'
import { startBackupJob, type BackUp } from './backup/backup-job.ts'
import type { Config } from './config.ts'
import type { ArchiveDatabase } from './database/open.ts'
import { markEverybody } from './database/person-privacy.ts'
import { inTransaction } from './database/write.ts'
import { startDatabaseCheck, startDatabaseWatch } from './health/check-database.ts'
import { startOriginalsCheck } from './health/check-originals.ts'
import type { HealthState } from './health/health-state.ts'
import { purgePictures } from './hooks/queue-hook.ts'
import { startHookJob } from './hooks/hooks-job.ts'
import { startGenerationJob } from './identity/generation.ts'
import { startJob, type Job } from './jobs/background-job.ts'
import { startLeadership, type Leadership } from './jobs/leadership.ts'
import { startMailJob } from './mail/deliver-mail.ts'
import { openTransport } from './mail/transport.ts'
import { startOpeningJob } from './publishing/audience.ts'
import { startRebuildJob, type RebuildOptions } from './publishing/rebuilds.ts'
import { startTilesJob } from './raster/tiles-job.ts'
import { createArchiveState } from './repositories/archive-state.ts'
import type { PictureWork } from './scans/picture-work.ts'
import { startSearchJob } from './records/refresh-search.ts'
import { startTrimJob } from './records/undo/operations.ts'
import { createPictureProcess } from './scans/picture-process.ts'
import { startPageJob } from './scans/page-tasks.ts'
import { OCR_TIMEOUT, startOcr } from './scans/ocr-job.ts'
import { startPictureJob } from './scans/picture-tasks.ts'
import { GRACE } from './scans/orphans.ts'
import { startSweepJob } from './scans/sweep.ts'
import { startWithdrawingCopies, type WithdrawOptions } from './scans/withdraw-copies.ts'
import type { MediaStore } from './storage/media-store.ts'
import { INCOMING, RECORDINGS } from './storage/keys.ts'
import { removeUnfinished } from './storage/removal.ts'
import { openPublicCopies } from './storage/public-copies.ts'

export interface BackgroundParts {
  config: Config
  db: ArchiveDatabase
  media: MediaStore
  pictures: PictureWork
  healthState: HealthState
  log: FastifyBaseLogger
  /** URL of the site, without a trailing slash. */
  site: string
  rebuilds: Pick<RebuildOptions, 'build' | 'outdated' | 'takeOver'> | undefined
  backUp: BackUp | undefined
  onBackupFailure: (failure: BackupFailure | undefined) => void
}
type Log = (sentence: string, error?: unknown) => void

/** Never removed: two processes could each lock a different file of this name. */
const FOLDER_LOCK = 'folder.lock'
/** Milliseconds between looks for old maps and imports that another process has received. */
const LOOK_FOR_WORK = 2000

const logTo =
  (log: FastifyBaseLogger): Log =>
  (sentence, error) =>
    log[error === undefined ? 'info' : 'error']({ err: error }, sentence)

/** In every process: each task of a queue is done by the one that claims it. */
export function startSharedJobs({ config, db, media, pictures, log, site }: BackgroundParts): Job[] {
  const onPicture = (error: unknown, version: string) =>
    log.error({ err: error, version }, 'A picture could not be processed.')
  const onPage = (error: unknown, document: number) =>
    log.error({ err: error, document }, 'A page of a document could not be drawn.')
  return [
    startPictureJob({ db, pictures, log: onPicture }),
    startPageJob({ db, media, pictures, incoming: join(config.mediaDir, INCOMING), log: onPage }),
    startMailJob({ db, openTransport: () => openTransport(config), site, log }),
    startSearchJob(db, (error) => logTo(log)('The full text of some items could not be refreshed.', error)),
    ...(db.isPostgres ? [startDatabaseWatch(db, logTo(log))] : []),
  ]
}

/** In the process that leads all others of the archive. */
export function startLeading(parts: BackgroundParts): Leadership {
  const { config, db, log, media, healthState, site, rebuilds, backUp, onBackupFailure: onFailure } = parts
  const say = logTo(log)
  const lead = (): Job[] => {
    if (db.isPostgres) log.info('This process leads: it builds the site and does what only one process does.')
    const onGeneration = (error: unknown) => say('Starting a new generation of database and media failed.', error)
    const copies = openPublicCopies(config)
    const hooks = { site, webhook: config.webhook, purge: config.purge }
    // Without builds nobody makes these calls.
    const purge = (addresses: readonly string[]) => inTransaction(db, (trx) => purgePictures(trx, hooks, addresses))
    /** Reads from a connection of its own: the other one waits for the end of each write. */
    const withdrawCopies = (options: Pick<WithdrawOptions, 'copies' | 'purge' | 'log'>): Job => {
      const reader = db.engine.openReader()
      const state = createArchiveState(reader)
      return startWithdrawingCopies({ db: reader, state, ...options }, { end: () => reader.destroy() })
    }
    const { rebuildDelay: delay, nightlyBuild: nightlyAt } = config
    return [
      startOcr(
        { db, pictures: createPictureProcess({ ...config, limits: config.scans, decodeTimeout: OCR_TIMEOUT }) },
        (error) => say('A page could not be read by machine.', error),
      ),
      startSweepJob({ db, media, log: say, onSwept: healthState.reportSweep }),
      ...(db.isPostgres ? [] : [startDatabaseCheck({ file: config.databaseFile, healthState, log: say })]),
      startOriginalsCheck({ db, media, log: say }),
      // Each day some people are no longer presumed living. The start of a server has other things to do.
      startJob(() => inTransaction(db, markEverybody), {
        ...{ every: 24 * 60 * 60_000, first: 5 * 60_000 },
        onError: (error) => say('Who may be shown was not concluded for the new day.', error),
      }),
      startTrimJob(db, (error) => say('The log of what can be undone was not trimmed.', error)),
      startOpeningJob(db, (error) => say('A hidden record could not be opened.', error)),
      startGenerationJob({ db, mediaDir: config.mediaDir, s3: config.s3, log: onGeneration }),
      ...(copies ? [withdrawCopies({ copies, ...(rebuilds && { purge }), log: say })] : []),
      ...(backUp && config.backups ? [startBackupJob({ db, ...config.backups, backUp, onFailure, log: say })] : []),
      ...(rebuilds
        ? [
            startRebuildJob({ db, delay, nightlyAt, log: say, hooks, ...rebuilds }),
            startHookJob({ db, settings: hooks, log: say }),
          ]
        : []),
    ]
  }
  return startLeadership({ lock: (until) => db.engine.lock('leader', { until }), lead, log: say })
}

/** In one process of those that share a folder: tiles of old maps and unfinished uploads are on the disk of each machine. */
export function startKeepingFolder({ config, db, log }: BackgroundParts, continueWaiting: () => void): Leadership {
  const ofTiles = (sentence: string, row?: { layer: number; file_name: string }, error?: unknown) =>
    log[error === undefined ? 'info' : 'error']({ err: error, layer: row?.layer, file: row?.file_name }, sentence)
  const place = { db, mediaDir: config.mediaDir, tilesDir: config.overlaysDir, s3: config.s3 }
  return startLeadership({
    lock: async () => {
      mkdirSync(config.dataDir, { recursive: true })
      return lockFile(join(config.dataDir, FOLDER_LOCK), 'exclusive')
    },
    log: logTo(log),
    lead: () => [
      startTilesJob(place, { log: ofTiles }),
      startJob(async () => continueWaiting(), { every: LOOK_FOR_WORK, onError: () => {} }),
      startJob(
        async () => {
          for (const folder of [config.mediaDir, join(config.overlaysDir, 'uploads'), join(config.dataDir, 'imports')])
            await removeUnfinished(join(folder, INCOMING), Date.now() - GRACE)
          const recordings = join(config.mediaDir, INCOMING, RECORDINGS)
          await removeUnfinished(recordings, Date.now() - RECORDING_UPLOAD.days * 24 * GRACE)
        },
        { every: GRACE, onError: (error) => log.error({ err: error }, 'Unfinished uploads were not removed.') },
      ),
    ],
  })
}
