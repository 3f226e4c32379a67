import { afterEach, expect, test } from 'vitest'
import { API } from '#contract/messages.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createReadPool } from '#server/reads/read-pool.ts'
import { LIST_NAMES } from '#server/reads/list-reads.ts'
import { openTestArchive } from '../fixtures.ts'
import type { Answered, TestArchive } from '../fixtures.ts'

let archive: TestArchive
/** A busy machine. */
const PATIENT = { wait: 60_000, run: 60_000, retryAfter: 7 }
afterEach(() => archive.close())

const SLOW = '/api/people/?search=a'
/** Makes reading people slow: a third of a second or more in one SQLite statement. */
function slowDown({ db }: TestArchive, steps = 700_000): void {
  db.sqlite.exec(`pragma foreign_keys = off; alter table grave rename to hidden;
    create view grave as select * from hidden where
      (with recursive n(i) as (select 1 union all select i + 1 from n limit ${steps}) select count(*) from n) > 0`)
}
async function untilStarted(): Promise<void> {
  while ((await archive.get('/api/items/')).status !== 200);
}
const expectLater = ({ status, json, headers }: Answered, sentence: string) => {
  expect([status, json]).toEqual([503, { detail: sentence }])
  expect(headers['retry-after']).toBe('7')
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
}

test('every list is answered as on the main thread, for every role', async () => {
  archive = await openTestArchive(undefined, { readPool: { ...PATIENT, threads: 2 } })
  const here = await openTestArchive()
  // They were filled one after the other.
  for (const { db } of [archive, here])
    await db.updateTable('last_changed').set({ at: '2026-01-01T00:00:00Z' }).execute()
  for (const name of LIST_NAMES) {
    const { path } = endpoints[name]
    for (const as of [undefined, 'volunteer', 'staff'] as const) {
      for (const query of ['', '?search=m', '?search=mill+house']) {
        const sent = as && { as }
        const url = path + query
        expect((await archive.send(url, sent)).json, url).toEqual((await here.send(url, sent)).json)
      }
    }
  }
  await here.close()
})

test('the calls of the pool are the costly ones of the table', () => {
  const costly = (Object.keys(endpoints) as EndpointName[]).filter((name) => 'costly' in endpoints[name])
  // OAI-PMH asked by a form is the same read.
  expect(costly.filter((name) => name !== 'oaiForm').toSorted()).toEqual(LIST_NAMES.toSorted())
})

test('a read that runs too long is refused without blocking others', async () => {
  archive = await openTestArchive(undefined, { readPool: { ...PATIENT, threads: 1, run: 700 } })
  await untilStarted()
  // About two seconds.
  slowDown(archive, 12_000_000)
  const began = performance.now()
  const slow = archive.get(SLOW)
  expect((await archive.get('/api/item/1/')).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(700)
  expectLater(await slow, API.longRead)
  expect((await archive.get('/api/items/?search=mill&page_size=7')).status).toBe(200)
})

test('a read that waits too long is refused', async () => {
  archive = await openTestArchive(undefined, { readPool: { ...PATIENT, threads: 1, wait: 100 } })
  await untilStarted()
  slowDown(archive)
  const slow = archive.get(SLOW)
  expectLater(await archive.get('/api/items/?search=house'), API.manyReads)
  expect((await slow).status).toBe(200)
})

test('quick lists go before waiting searches', async () => {
  archive = await openTestArchive(undefined, { readPool: { ...PATIENT, threads: 1 } })
  await untilStarted()
  slowDown(archive)
  const order: string[] = []
  const ask = (url: string) => archive.get(url).finally(() => order.push(url))
  const asked = [SLOW, '/api/items/?search=river', '/api/items/facets/', '/api/items/?page=2'].map(ask)
  await Promise.all(asked)
  expect(order.slice(0, 2)).toEqual([SLOW, '/api/items/?page=2'])
})

test('a full queue refuses immediately', async () => {
  archive = await openTestArchive(undefined, { readPool: { ...PATIENT, threads: 1, waiting: 2 } })
  await untilStarted()
  slowDown(archive)
  const asked = [SLOW, '/api/items/?search=a', '/api/items/?search=b', '/api/items/?search=c'].map((url) =>
    archive.get(url),
  )
  expectLater(await asked[3]!, API.manyReads)
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 503])
})

test('an error affects one read only, and a dead thread is replaced', async () => {
  archive = await openTestArchive(undefined, { readPool: { ...PATIENT, threads: 1 } })
  archive.db.sqlite.exec('pragma foreign_keys = off; alter table grave rename to hidden')
  expect((await archive.get(SLOW)).status).toBe(500)
  expect((await archive.get('/api/items/?search=mill')).status).toBe(200)
})

test('a thread that cannot start is reported at startup', async () => {
  archive = await openTestArchive()
  const pool = createReadPool(`${archive.db.file}-missing`)
  await expect(pool.ready).rejects.toThrow(/unable to open/)
  await pool.close()
})
