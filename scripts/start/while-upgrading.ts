import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import type { Config } from '#server/config.ts'
import { ArchiveDatabase, openReader } from '#server/database/open.ts'
import { readSteps } from '#server/database/upgrade.ts'
import { hasDatabase } from '#server/identity/missing-database.ts'
import { listenOn } from '#server/main.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { openSite } from '../build-site/open-site.ts'

const SCRIPT = fileURLToPath(new URL('./upgrade-process.ts', import.meta.url))
/** Seconds until a client asks again. */
const RETRY_AFTER = '10'

/** The upgrade failed, and has said why. */
export class UpgradeFailed extends Error {}

/**
 * Upgrades the database, if it needs it, in a process of its own: SQLite keeps this one busy. Meanwhile the site of before is served, and health says what happens. Returns
 * a function that gives the port free. @throws {UpgradeFailed}
 */
export async function upgradeFirst(config: Config): Promise<() => Promise<void>> {
  if (!(await isOld(config))) return () => Promise.resolve()
  const app = waitingServer(config)
  await listenOn(app, config)
  const child = fork(SCRIPT, { execArgv: [] })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGTERM', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', stop)
  if (code === 0) return () => app.close()
  await app.close()
  throw new UpgradeFailed('The archive was not upgraded. See above why.')
}

/** Whether there is an archive of an earlier version. What is wrong with it is said by whoever opens it. */
async function isOld(config: Config): Promise<boolean> {
  try {
    if (!(await hasDatabase(config))) return false
    await using db = await readerOf(config)
    const { applied, missing } = await readSteps(db)
    return applied.length > 0 && missing.length > 0
  } catch {
    return false
  }
}

async function readerOf({ databaseUrl, databaseFile }: Config): Promise<ArchiveDatabase> {
  if (databaseUrl === undefined) return openReader(databaseFile)
  const { PostgresEngine } = await import('#server/database/dialects/postgres.ts')
  return new ArchiveDatabase(new PostgresEngine(databaseUrl, { readOnly: true }))
}

function waitingServer(config: Config) {
  const kind = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  const health: Health = {
    ready: false,
    status: 'failed',
    version: packageJson.version,
    database: { status: 'failed', kind },
    media: { status: 'ok' },
    disk: { status: 'ok', free: 0, total: 0 },
    sweep: { status: 'ok' },
    problems: [HEALTH.upgrading],
  }
  const app = Fastify({ forceCloseConnections: true })
  app.get('/api/health/', async (_request, reply) => reply.code(503).header('cache-control', 'no-store').send(health))
  for (const prefix of ['/api', '/auth', '/raster', '/media', '/iiif/image'])
    app.all(`${prefix}/*`, async (_request, reply) =>
      reply.code(503).header('retry-after', RETRY_AFTER).send({ detail: HEALTH.upgrading }),
    )
  void app.register(openSite(config))
  return app
}
