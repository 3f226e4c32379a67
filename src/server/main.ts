import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createApp } from './app.ts'
import type { AppParts } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/open.ts'
import { startMailJob } from './mail/mail-job.ts'
import { openTransport } from './mail/transport.ts'
import { createFolderStore } from './media/folder-store.ts'
import { startTilesJob } from './raster/tiles-job.ts'
import { startPictureJob } from './scans/picture-tasks.ts'
import { createPictureProcess } from './scans/picture-process.ts'
import { startSweepJob } from './scans/sweep.ts'
import { startRebuildJob } from './publishing/rebuilds.ts'
import type { RebuildParts } from './publishing/rebuilds.ts'

/** What goes on beside the calls, from the start of the server until it is asked to end. */
interface Job {
  stop(): Promise<void>
}

interface ServeOptions {
  site?: FastifyPluginAsync
  /** How the site is rebuilt after a publishing; without it requests wait for a server that can. */
  rebuilds?: Pick<RebuildParts, 'build' | 'outdated'>
  log?: AppParts['log']
}

/** Opens the archive and listens on every address of this machine; closing the app closes the archive after the calls that are under way. */
export async function serve(config: Config, { rebuilds, ...options }: ServeOptions = {}): Promise<FastifyInstance> {
  const db = await openDatabase(config.databaseFile, { server: true })
  const media = createFolderStore(config.mediaDir)
  const pictures = createPictureProcess({ mediaDir: config.mediaDir, limits: config.scans })
  const app = await createApp(config, { db, media, pictures, closeDatabase: true, ...options })
  const jobs: Job[] = []
  let jobsEnded: Promise<unknown> = Promise.resolve()
  // They end while the requests in hand do, and the archive is closed after both.
  app.addHook('preClose', async () => {
    jobsEnded = Promise.allSettled(jobs.map((job) => job.stop()))
  })
  app.addHook('onClose', async () => {
    await jobsEnded
  })
  try {
    await listenEverywhere(app, config.port)
    const onPicture = (error: unknown, version: string) =>
      app.log.error({ err: error, version }, 'A picture was not made.')
    const onSweep = (error: unknown) => app.log.error({ err: error }, 'The pictures were not swept.')
    jobs.push(startPictureJob({ db, pictures, log: onPicture }), startSweepJob({ db, media, log: onSweep }))
    const ofTiles = (sentence: string, row?: { layer: number; file_name: string }, error?: unknown) =>
      app.log[error === undefined ? 'info' : 'error']({ err: error, layer: row?.layer, file: row?.file_name }, sentence)
    jobs.push(startTilesJob({ db, mediaDir: config.mediaDir, tilesDir: config.overlaysDir }, { log: ofTiles }))
    const { port } = app.server.address() as AddressInfo
    jobs.push(
      startMailJob({
        db,
        openTransport: () => openTransport(config),
        site: config.siteUrl ?? `http://localhost:${port}`,
        log: app.log,
      }),
    )
    if (rebuilds) {
      const { rebuildDelay: delay, nightlyBuild: nightlyAt } = config
      const log = (sentence: string, problem?: unknown) => app.log.error({ err: problem }, sentence)
      jobs.push(startRebuildJob({ db, delay, nightlyAt, log, ...rebuilds }))
    }
    return app
  } catch (error) {
    await app.close()
    throw error
  }
}

/** On IPv6 and IPv4 together, or on IPv4 alone where this machine has no other. */
async function listenEverywhere(app: FastifyInstance, port: number): Promise<void> {
  try {
    await app.listen({ port, host: '::' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error
    await app.listen({ port, host: '0.0.0.0' })
  }
}

/** Milliseconds after which a process that was asked to end does so, whatever still holds it up. */
const LAST_MOMENT = 60_000

/**
 * Ends the process in good order when it is asked to; a second request ends it at once.
 * @param tell says so to whoever sits before it, since a slow upload in hand can take half a minute.
 */
export function closeOnSignal(app: FastifyInstance, tell = () => {}): void {
  let closing = false
  const close = () => {
    if (closing) process.exit(1)
    closing = true
    tell()
    setTimeout(() => process.exit(1), LAST_MOMENT).unref()
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', close).on('SIGTERM', close)
}
