import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Build } from '#contract/build.ts'
import { openTestArchive } from '../server/fixtures.ts'

const SERVE = join(import.meta.dirname, '../../scripts/serve.ts')

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** The process that builds has its number in the name of the half release. */
function builderOf(releases: string): number | undefined {
  const names = existsSync(releases) ? readdirSync(releases) : []
  const [, number] = names.map((name) => /-(\d+)\.half$/.exec(name)).find(Boolean) ?? []
  return number === undefined ? undefined : Number(number)
}

test(
  'what is published gets its page, by the server itself; a build under way ends with the server',
  { timeout: 360_000 },
  async () => {
    const town = await openTestArchive()
    const headers = await town.signIn('staff')
    const port = await freePort()
    const server = fork(SERVE, [], {
      env: {
        ...process.env,
        DATA_DIR: town.folder,
        PORT: String(port),
        REBUILD_DELAY: '0',
        NIGHTLY_BUILD: 'off',
        LOG: '0',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const ended = once(server, 'exit')
    const base = `http://localhost:${port}`
    const builds = async () => (await (await fetch(`${base}/api/builds/`, { headers })).json()) as Build[]
    try {
      await vi.waitUntil(
        () =>
          fetch(`${base}/api/health/`).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000, interval: 200 },
      )
      const record = `${base}/api/records/items/901/`
      const etag = (await fetch(record, { headers })).headers.get('etag')!
      const published = await fetch(`${record}publish/`, { method: 'POST', headers: { ...headers, 'if-match': etag } })
      expect(published.status).toBe(200)
      // The live answer shows at once, the page when it is built.
      expect((await fetch(`${base}/api/item/901/`)).status).toBe(200)
      await vi.waitUntil(async () => (await builds())[0]?.finished_at, { timeout: 240_000, interval: 500 })
      expect(await builds()).toMatchObject([{ state: 'done', reason: 'Published “Secret draft mill”' }])
      expect((await builds())[0]!.message).toMatch(/Built \d+ pages/)
      const page = readFileSync(join(town.folder, 'site', 'current', 'itemview', '901', 'index.html'), 'utf8')
      expect(page).toContain('Secret draft mill')

      expect((await fetch(`${base}/api/builds/`, { method: 'POST', headers })).status).toBe(201)
      const builder = await vi.waitUntil(() => builderOf(join(town.folder, 'site', 'releases')), { timeout: 30_000 })
      server.kill('SIGTERM')
      await ended
      await vi.waitUntil(
        () => {
          try {
            return !process.kill(builder, 0)
          } catch {
            return true
          }
        },
        { timeout: 10_000 },
      )
      const states = await town.db.selectFrom('build').select('state').orderBy('id').execute()
      expect(states.map(({ state }) => state)).toEqual(['done', 'failed', 'waiting'])
    } finally {
      server.kill('SIGKILL')
      await ended
      await town.close()
    }
  },
)
