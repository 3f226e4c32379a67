import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { BackupFailure } from '#contract/archive-state.ts'
import { createApp, type AppParts } from './app.ts'
import { startKeepingFolder, startLeading, startSharedJobs, type BackgroundParts } from './background.ts'
import type { Config } from './config.ts'
import { archiveFolders } from './health/storage-state.ts'
import { createHealthState } from './health/health-state.ts'
import { drain } from './http/server-options.ts'
import { openArchive } from './identity/open-archive.ts'
import type { Job } from './jobs/background-job.ts'
import type { Leadership } from './jobs/leadership.ts'
import { openMediaStore } from './storage/open-media-store.ts'
import { createReadPool } from './reads/read-pool.ts'
import { openReplica } from './reads/replica.ts'
import { createPictureProcess } from './scans/picture-process.ts'
import type { BackUp } from './backup/backup-job.ts'
import { servedState, type SiteBuilds } from './routes/archive-state.ts'
import type { RebuildOptions } from './publishing/rebuilds.ts'

interface ServeOptions {
  site?: FastifyPluginAsync
  /** How to rebuild the site after a publication; without it, requests wait for a server that can. */
  rebuilds?: Pick<RebuildOptions, 'build' | 'outdated' | 'takeOver'> & Pick<SiteBuilds, 'states' | 'prepareBuild'>
  /** How to make a backup; without it there are no nightly ones. */
  backUp?: BackUp
  log?: AppParts['log']
  /** Gives the port free, where another server answered while this one got ready. */
  beforeListening?: () => Promise<void>
}

/**
 * Opens the archive and listens on HOST; closing the app closes the archive after running calls.
 * @throws {ArchiveIdentityError} if database and media do not match. @throws {ServerRunning} if another server has the archive.
 */
export async function serve(
  config: Config,
  { rebuilds, backUp, beforeListening, ...options }: ServeOptions = {},
): Promise<FastifyInstance> {
  const db = await openArchive(config, { server: true })
  const healthState = createHealthState()
  const media = openMediaStore(config, { onTrouble: (sentence) => onStoreTrouble(sentence) })
  const pictures = createPictureProcess({ mediaDir: config.mediaDir, s3: config.s3, limits: config.scans })
  // PostgreSQL works on reads in processes of its own.
  const reads = db.isPostgres ? undefined : createReadPool(config.databaseFile)
  let backupFailure: BackupFailure | undefined
  let leader: Leadership | undefined
  let keeper: Leadership | undefined
  const leads = () => leader?.leads() ?? false
  const siteOperations = rebuilds && {
    states: rebuilds.states,
    // Another process could not use it.
    prepareBuild: () => void (leads() && rebuilds.prepareBuild?.()),
  }
  // Loaded only where it is used.
  const metrics =
    config.metrics &&
    (await import('./metrics/metrics.ts')).createMetrics({
      ...{ db, healthState, folders: archiveFolders(config), fullBelow: config.diskFullPercent },
      site: siteOperations && (() => servedState(siteOperations.states())),
      backupFailure: () => backupFailure,
      leads,
    })
  const replica = config.replicaUrl === undefined ? undefined : await openReplica(db, config.replicaUrl)
  const app = await createApp(config, {
    ...{ db, media, pictures, ...(reads && { reads }), replica, healthState, siteOperations, closeDatabase: true },
    ...{ leads, cutsMaps: () => keeper?.leads() ?? false },
    backupFailure: () => backupFailure,
    observe: metrics?.observe,
    ...options,
  })
  app.decorate('drain', () => drain(app, healthState, config.shutdownGrace))
  const onStoreTrouble = (sentence: string) => {
    if (healthState.reportStoreTrouble()) app.log.warn(sentence)
  }
  const jobs: Job[] = []
  let jobsEnded: Promise<unknown> = Promise.resolve()
  // Jobs end along with the running requests; the archive is closed after both.
  app.addHook('preClose', async () => {
    jobsEnded = Promise.allSettled(jobs.map((job) => job.stop()))
  })
  app.addHook('onClose', async () => {
    await jobsEnded
    await metrics?.close()
  })
  try {
    await reads?.ready
    if (config.metrics) await metrics?.listen(config.metrics)
    await beforeListening?.()
    await listenOn(app, config)
    const { port } = app.server.address() as AddressInfo
    const parts: BackgroundParts = {
      ...{ config, db, media, pictures, healthState, rebuilds, backUp, log: app.log },
      site: config.siteUrl ?? `http://localhost:${port}`,
      onBackupFailure: (failure) => (backupFailure = failure),
    }
    if (replica) jobs.push(replica.watch(app.log))
    keeper = startKeepingFolder(parts, () => app.continueWaiting())
    if (config.mayLead) leader = startLeading(parts)
    jobs.push(...startSharedJobs(parts), keeper, ...(leader ? [leader] : []))
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

/** `::` is IPv6 and IPv4, or IPv4 only if there is no IPv6. */
export async function listenOn(app: FastifyInstance, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT' || host !== '::') throw error
    await app.listen({ port, host: '0.0.0.0' })
  }
}

/** Milliseconds until a process that was asked to end, and has drained, is forced to. */
const FORCE_EXIT_AFTER = 60_000

/** Milliseconds in which a signal is the same one again: npm passes on what the terminal or systemd has sent to every process of the group. */
const SAME_SIGNAL = 1000

/** Drains and shuts down on SIGINT and SIGTERM; a later signal exits at once. @param onClosing tells the user, since an upload can take half a minute. */
export function closeOnSignal(app: FastifyInstance, onClosing = () => {}): void {
  let since: number | undefined
  const onSignal = () => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_SIGNAL) process.exit(1)
      return
    }
    since = performance.now()
    onClosing()
    const close = async () => {
      await app.drain()
      setTimeout(() => process.exit(1), FORCE_EXIT_AFTER).unref()
      await app.close()
    }
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells balancers that this server ends, and waits SHUTDOWN_GRACE. */
    drain: () => Promise<void>
  }
}
