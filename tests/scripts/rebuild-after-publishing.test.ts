import { fork } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import type { Build } from '#contract/archive-state.ts'
import { listFiles } from '#release/files/link-unchanged.ts'
import { addressOfFile } from '#release/report.ts'
import { seedSite, SITE_URL } from '../release/seed-site.ts'
import { openTestArchive } from '../server/fixtures.ts'

const SERVE = join(import.meta.dirname, '../../scripts/serve.ts')

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const SECRET = 'a secret of twenty-four letters'
/** A cache and a machine that builds the site itself, in one. */
async function startReceiver() {
  const calls: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createHttpServer((request, response) => {
    void text(request).then((body) => {
      calls.push({ path: request.url!, headers: request.headers, body })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const of = (path: string) => calls.filter((call) => call.path === path)
  return { base, of, close: () => server.close() }
}

/** What visitors are served, by address: a hash of each file. Compressed copies share the address of their file. */
function siteNow(folder: string): Map<string, string> {
  const root = realpathSync(join(folder, 'site', 'current'))
  const files = listFiles(root).filter((file) => !/\.(br|gz)$/.test(file))
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
  return new Map(files.map((file) => [addressOfFile(file), hash(file)]))
}
const differences = (before: Map<string, string>, after: Map<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((address) => before.get(address) !== after.get(address))

/** The process that builds has its number in the name of the half release. */
function builderOf(releases: string): number | undefined {
  const names = existsSync(releases) ? readdirSync(releases) : []
  const [, number] = names.map((name) => /-(\d+)\.half$/.exec(name)).find(Boolean) ?? []
  return number === undefined ? undefined : Number(number)
}

test(
  'what is published gets its page, by the server itself; caches and other machines are told; a build under way ends with the server',
  { timeout: 360_000 },
  async () => {
    const town = await openTestArchive()
    await seedSite(town.folder)
    const headers = await town.signIn('staff')
    const port = await freePort()
    const receiver = await startReceiver()
    const server = fork(SERVE, [], {
      env: {
        ...process.env,
        DATA_DIR: town.folder,
        PORT: String(port),
        REBUILD_DELAY: '0',
        NIGHTLY_BUILD: 'off',
        LOG: '0',
        SITE_URL,
        WEBHOOK_URL: `${receiver.base}/hook`,
        WEBHOOK_SECRET: SECRET,
        PURGE_URL: `${receiver.base}/purge`,
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
      expect((await builds())[0]!.message).toMatch(/Built \d+ of \d+ pages again/)
      const page = readFileSync(join(town.folder, 'site', 'current', 'itemview', '901', 'index.html'), 'utf8')
      expect(page).toContain('Secret draft mill')

      const { headers: signed, body } = await vi.waitUntil(() => receiver.of('/hook')[0])
      expect(JSON.parse(body)).toMatchObject({ reason: 'Published “Secret draft mill”' })
      const content = `${signed['webhook-id'] as string}.${signed['webhook-timestamp'] as string}.${body}`
      const signature = createHmac('sha256', SECRET).update(content).digest('base64')
      expect(signed['webhook-signature']).toBe(`v1,${signature}`)

      // An update in place: the cache gets exactly the addresses that changed, with those that are gone.
      const purged = () => receiver.of('/purge').map((call) => JSON.parse(call.body) as { urls: string[] })
      await vi.waitUntil(() => purged().length === 1, { timeout: 10_000 })
      const before = siteNow(town.folder)
      const withdrawn = await fetch(`${record}unpublish/`, { method: 'POST', headers })
      expect(withdrawn.status).toBe(200)
      await vi.waitUntil(() => purged().length === 2, { timeout: 120_000, interval: 200 })
      const changed = differences(before, siteNow(town.folder))
      // The pictures of what was withdrawn are no files of the site.
      const { pictures = [], files } = Object.groupBy(purged()[1]!.urls.toSorted(), (url) =>
        url.startsWith(`${SITE_URL}/media/`) ? 'pictures' : 'files',
      )
      // The whole dump was 410 meanwhile, so that caches may have that.
      const apart = (urls: readonly string[]) => urls.filter((url) => !url.includes('/dump/'))
      expect(apart(files!)).toEqual(apart(changed.map((address) => `${SITE_URL}${address}`)).sort())
      expect(files).toContain(`${SITE_URL}/dump/people.csv`)
      expect(pictures).toContain(`${SITE_URL}/media/scan/9/901-320.webp?v=secret`)
      expect(pictures.filter((url) => !url.includes('/901'))).toEqual([])
      expect(changed).toEqual(expect.arrayContaining(['/itemview/901/', '/feed.xml']))
      expect(changed.length).toBeLessThan(siteNow(town.folder).size / 2)
      expect(receiver.of('/hook')).toHaveLength(2)

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
      expect(states.map(({ state }) => state)).toEqual(['done', 'done', 'failed', 'waiting'])
    } finally {
      server.kill('SIGKILL')
      await ended
      receiver.close()
      await town.close()
    }
  },
)
