import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readSecretKey } from '#server/accounts/secret-key.ts'
import { createTokens } from '#server/accounts/tokens.ts'
import { readConfig } from '#server/config.ts'
import { type ArchiveDatabase, openDatabase } from '#server/database/open.ts'
import { freePort, runToEnd, start, untilUp } from '../../e2e/setup/process.ts'
import { claimsOf } from '../../server/claims.ts'
import type { Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'

/** `PUBLISH_ITEMS=10000` for a smaller archive. */
const ITEMS = Number(process.env.PUBLISH_ITEMS ?? 50_000)
const SIZE = { items: ITEMS, people: ITEMS / 5, organizations: ITEMS / 20, zones: 3500 }
const ONE_BY_ONE = 5
const AT_ONCE = 100
const LONGEST = 300_000

/** From the click on "Publish" to the page, sitemap, feed and search index that visitors see, with the server as people run it. */
export async function benchPublish(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${ITEMS.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: data, NIGHTLY_BUILD: 'off', LOG: '0' }
  const db = await openDatabase(path.join(data, 'archive.db'))
  const drafts = await db
    .selectFrom('item')
    .select('id')
    .orderBy('id')
    .limit(ONE_BY_ONE + 1 + AT_ONCE)
    .execute()
  const ids = drafts.map(({ id }) => id)
  await db.updateTable('item').set({ visibility: 'draft' }).where('id', 'in', ids).execute()
  const authorization = await staff(db, data)
  await db.destroy()
  try {
    say('Building the whole site …')
    await runToEnd(['scripts/build-site.ts', '--full'], env)
    const port = await freePort()
    const server = start(['scripts/serve.ts'], { ...env, PORT: String(port), SITE_URL: `http://localhost:4321` })
    const base = `http://localhost:${port}`
    try {
      await untilUp([`${base}/api/health/`], server, 60_000)
      const publish = (some: readonly number[]) => secondsUntilLive(base, authorization, some)
      // The first one builds the renderer, once for each version of the code.
      say(`The first publishing: ${(await publish(ids.slice(0, 1))).toFixed(1)} s`)
      const single: number[] = []
      for (const id of ids.slice(1, ONE_BY_ONE + 1)) single.push(await publish([id]))
      say(`One by one: ${single.map((seconds) => seconds.toFixed(1)).join(', ')} s`)
      const many = await publish(ids.slice(ONE_BY_ONE + 1))
      const median = single.toSorted((a, b) => a - b)[Math.floor(single.length / 2)]!
      const from = `${ITEMS.toLocaleString('en')} items`
      return [
        {
          name: 'One item published: live after',
          value: median,
          unit: 's',
          bound: { most: 5 },
          from: `${from}, median of 5`,
        },
        { name: `${AT_ONCE} items published at once: live after`, value: many, unit: 's', bound: { most: 10 }, from },
      ]
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function staff(db: ArchiveDatabase, data: string): Promise<string> {
  const now = new Date().toISOString()
  const account = { id: 9001, email: 'staff@example.org', name: 'Staff', role: 'staff' as const }
  await db
    .insertInto('account')
    .values({ ...account, created_at: now, activated_at: now })
    .execute()
  const tokens = createTokens(readSecretKey(readConfig({ DATA_DIR: data })))
  return `JWT ${await tokens.sign('access', claimsOf(db, account.id))}`
}

async function secondsUntilLive(base: string, authorization: string, ids: readonly number[]): Promise<number> {
  const text = async (address: string) => (await fetch(base + address)).text()
  const words = await text('/pagefind/words.json')
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
  const isLive = async () => {
    const sitemap = await text('/sitemap.xml')
    // An item without a page gets the live shell, which search engines do not list.
    const shown = await Promise.all(ids.map(async (id) => !(await text(`/itemview/${id}/`)).includes('noindex')))
    return (
      shown.every(Boolean) &&
      ids.every((id) => sitemap.includes(`/itemview/${id}/`)) &&
      (await text('/pagefind/words.json')) !== words
    )
  }
  while (!(await isLive())) {
    if (performance.now() - began > LONGEST) throw new Error('What was published did not appear.')
    await pause(50)
  }
  return (performance.now() - began) / 1000
}
