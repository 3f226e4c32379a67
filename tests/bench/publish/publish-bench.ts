import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Build } from '#contract/archive-state.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { startDemoTown } from '../../e2e/setup/demo-town.ts'
import { freePort, runToEnd, start, untilUp } from '../../e2e/setup/process.ts'
import { addAccounts } from '../accounts.ts'
import { median, type Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

/** `PUBLISH_ITEMS=10000` for a smaller archive, 0 for none. */
const ITEMS = Number(process.env.PUBLISH_ITEMS ?? 50_000)
const SIZE = { items: ITEMS, people: ITEMS / 5, organizations: ITEMS / 20, zones: 3500 }
const ONE_BY_ONE = 5
const AT_ONCE = 100
const LONGEST = 300_000
/** Number of an account that no archive has. */
const STAFF = 9001
/** Milliseconds between two publishings, in which a process gets ready for the next one. */
const READY = 3000

/**
 * From the click on "Publish" to the page and sitemap that visitors see, with the server as people run it: on the demo town (`PUBLISH_TOWN`: a data folder
 * that has it, which is copied) and on a large archive.
 */
export async function benchPublish(say: (line: string) => void): Promise<Figure[]> {
  say('The demo town …')
  const [town] = await publishings(say, await demoTown(), 0)
  const figures: Figure[] = [limited('The demo town: one item published, live after', town!, 2, 'median of 5')]
  if (ITEMS === 0) return figures
  say(`An archive of ${ITEMS.toLocaleString('en')} items …`)
  const [one, many] = await publishings(say, await makeLargeArchive(SIZE), AT_ONCE)
  const from = `${ITEMS.toLocaleString('en')} items`
  return [
    ...figures,
    limited('One item published: live after', one!, 5, `${from}, median of 5`),
    limited(`${AT_ONCE} items published at once: live after`, many!, 10, from),
  ]
}

const limited = (name: string, value: number, most: number, from: string): Figure => ({
  ...{ name, value, from },
  unit: 's',
  bound: { most },
})

/** A data folder with the demo town. */
async function demoTown(): Promise<string> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'lotline-bench-'))
  const made = process.env.PUBLISH_TOWN
  if (made) {
    cpSync(made, data, { recursive: true })
    return data
  }
  const town = await startDemoTown(undefined, data)
  await town.running.stop()
  return data
}

interface Options {
  /** Builds the whole site first. */
  buildSite?: (env: NodeJS.ProcessEnv) => Promise<unknown>
  /** Milliseconds between two publishings. */
  ready?: number
}

/** Seconds until what is published is live: the median of items one by one, and of many at once. Removes the data folder, unless it fails. */
export async function publishings(
  say: (line: string) => void,
  data: string,
  atOnce: number,
  options?: Options,
): Promise<number[]> {
  try {
    const seconds = await measurePublishings(say, data, atOnce, options)
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
    return seconds
  } catch (problem) {
    say(`It failed. What it had made is left in ${data}`)
    throw problem
  }
}

async function measurePublishings(
  say: (line: string) => void,
  data: string,
  atOnce: number,
  { buildSite = (env) => runToEnd(['scripts/build-site.ts', '--full'], env), ready = READY }: Options = {},
): Promise<number[]> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: data,
    NIGHTLY_BUILD: 'off',
    LOG: '0',
    REBUILD_DELAY: '0',
  }
  const db = await openDatabase(path.join(data, 'archive.db'))
  const published = db.selectFrom('item').select('id').where('visibility', '=', 'published').orderBy('id')
  const ids = (await published.limit(ONE_BY_ONE + 1 + atOnce).execute()).map(({ id }) => id)
  await db.updateTable('item').set({ visibility: 'draft' }).where('id', 'in', ids).execute()
  await db.destroy()
  const authorize = await staff(data)
  say('Building the whole site …')
  await buildSite(env)
  const port = await freePort()
  const server = start(['scripts/serve.ts'], { ...env, PORT: String(port), SITE_URL: `http://localhost:4321` })
  const base = `http://localhost:${port}`
  try {
    await untilUp([`${base}/api/health/`], server, 60_000)
    const publish = (some: readonly number[]) => secondsUntilLive(base, authorize, some, ready)
    // The first one builds the renderer, once for each version of the code. From then on a process is ready, as while somebody reviews.
    say(`The first publishing: ${(await publish(ids.slice(0, 1))).toFixed(1)} s`)
    const single: number[] = []
    for (const id of ids.slice(1, ONE_BY_ONE + 1)) single.push(await publish([id]))
    say(`One by one: ${single.map((seconds) => seconds.toFixed(1)).join(', ')} s`)
    if (atOnce === 0) return [median(single)]
    const many = await publish(ids.slice(ONE_BY_ONE + 1))
    const builds = await whenIdle(base, authorize)
    const since = Date.now() - 1000 * (many + READY / 1000)
    for (const { started_at, finished_at, message } of builds.filter((each) => Date.parse(each.requested_at) > since))
      say(`${started_at!.slice(11, 22)} to ${finished_at!.slice(11, 22)}: ${message}`)
    return [median(single), many]
  } finally {
    await server.stop()
  }
}

/** Signs a new Authorization header each time: they live for minutes, and a build of a large archive takes longer. */
async function staff(data: string): Promise<() => Promise<string>> {
  const sign = await addAccounts(readConfig({ DATA_DIR: data }), ['staff'], STAFF)
  return async () => `JWT ${await sign(STAFF)}`
}

/** What was published last is live, but not all of the work is done. */
async function whenIdle(base: string, authorize: () => Promise<string>): Promise<Build[]> {
  for (;;) {
    const headers = { authorization: await authorize() }
    const builds = (await (await fetch(`${base}/api/builds/`, { headers })).json()) as Build[]
    if (builds.every(({ state }) => state === 'done' || state === 'failed')) return builds
    await pause(100)
  }
}

async function secondsUntilLive(
  base: string,
  authorize: () => Promise<string>,
  ids: readonly number[],
  ready: number,
): Promise<number> {
  const text = async (address: string) => (await fetch(base + address)).text()
  await whenIdle(base, authorize)
  await pause(ready)
  const authorization = await authorize()
  const began = performance.now()
  await Promise.all(
    ids.map(async (id) => {
      const record = `${base}/api/records/items/${id}/`
      const etag = (await fetch(record, { headers: { authorization } })).headers.get('etag')!
      const headers = { authorization, 'if-match': etag }
      const answer = await fetch(`${record}publish/`, { method: 'POST', headers })
      if (!answer.ok) throw new Error(`Item ${id} was not published: ${await answer.text()}`)
    }),
  )
  // Cheap questions first: the bench shares its processors with the build.
  const isLive = async () => {
    const sitemap = await wholeSitemap(text)
    if (!ids.every((id) => sitemap.includes(`/itemview/${id}/`))) return false
    // An item without a page gets the live shell, which search engines do not list.
    const shown = await Promise.all(ids.map(async (id) => !(await text(`/itemview/${id}/`)).includes('noindex')))
    return shown.every(Boolean)
  }
  while (!(await isLive())) {
    if (performance.now() - began > LONGEST) throw new Error('What was published did not appear.')
    await pause(50)
  }
  return (performance.now() - began) / 1000
}

/** The sitemap: of more than 50,000 addresses it is an index of parts. */
async function wholeSitemap(text: (address: string) => Promise<string>): Promise<string> {
  const index = await text('/sitemap.xml')
  const parts = [...index.matchAll(/<loc>([^<]+\.xml)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  return parts.length === 0 ? index : (await Promise.all(parts.map(text))).join('')
}
