import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/open.ts'
import { createFolderStore } from './media/folder-store.ts'
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
  log?: boolean
}

/** Opens the archive and listens on every address of this machine; closing the app closes the archive after the calls that are under way. */
export async function serve(config: Config, { rebuilds, ...options }: ServeOptions = {}): Promise<FastifyInstance> {
  const db = await openDatabase(config.databaseFile, { server: true })
  const media = createFolderStore(config.mediaDir)
  const app = await createApp(config, { db, media, closeDatabase: true, ...options })
  const jobs: Job[] = []
  app.addHook('preClose', async () => {
    await Promise.all(jobs.map((job) => job.stop()))
  })
  try {
    await listenEverywhere(app, config.port)
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

/** Ends the process in good order when it is asked to; a second request ends it at once. */
export function closeOnSignal(app: FastifyInstance): void {
  let closing = false
  const close = () => {
    if (closing) process.exit(1)
    closing = true
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', close).on('SIGTERM', close)
}
