import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordKind } from '#contract/record.ts'
import type { Operation } from '#contract/undo.ts'
import { makeRelease } from '#release/make-release.ts'
import { createSite } from '#server/site/site.ts'
import { quickSteps } from '../../release/fake-steps.ts'
import { addRecords, openTestArchive, type TestArchive } from '../fixtures.ts'
import { deskOf } from '../records/desk.ts'

let town: TestArchive
let folder: string
const desk = deskOf(() => town)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-old-'))
  const place = { siteFolder: folder, api: 'http://api.test', source: 'test', apiBase: '', site: 'https://a.example' }
  await makeRelease(place, quickSteps('x'))
  for (const page of ['collections/browse', 'photos/7']) {
    mkdirSync(join(folder, 'current', page), { recursive: true })
    writeFileSync(join(folder, 'current', page, 'index.html'), 'A page of ours')
  }
  town = await openTestArchive(undefined, { site: createSite(folder) })
  await addRecords(town.db, {
    items: [
      { id: 40, title: 'Withdrawn' },
      { id: 41, title: 'Removed' },
      { id: 42, title: 'Draft', visibility: 'draft' },
    ],
    person: [
      { id: 40, first_name: 'Ada', surname: 'Hale' },
      { id: 41, first_name: 'Ada', surname: 'Hale' },
    ],
  })
})
afterAll(async () => {
  await town.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const at = async (url: string, headers = {}) => {
  const answer = await town.send(url, { headers })
  return [answer.status, answer.headers['location']]
}
const set = async (kind: RecordKind, key: number, old_url: string) => {
  const { status, json } = await desk.change(kind, key, { old_url })
  return status === 200 ? (await desk.read(kind, key)).fields['old_url'] : [status, json]
}
const step = (path: string, body = {}) =>
  town.send(`/api/records/${path}/`, { method: 'POST', as: 'staff', body: { note: '', ...body } })
const undoLast = async () => {
  const { results } = (await town.send('/api/operations/', { as: 'staff' })).json as { results: Operation[] }
  return (await town.send(`/api/operations/${results[0]!.id}/undo/`, { method: 'POST', as: 'staff', body: {} })).status
}

test('an address of an earlier website leads to the page of its record, of every kind', async () => {
  expect(await at('/items/show/1')).toEqual([404, undefined])
  expect(
    await set('items', 1, 'https://old.example/items/show/1/\n/document.php?id=1;/cdm/ref/collection/x/id/1'),
  ).toBe('/items/show/1\n/document.php?id=1\n/cdm/ref/collection/x/id/1')
  const [status, location] = await at('/items/show/1')
  expect([status, location]).toEqual([301, '/itemview/1/'])
  for (const url of [
    '/items/show/1/',
    '/items/show/1?utm_source=a',
    '/document.php?id=1',
    '/cdm/ref/collection/x/id/1',
  ])
    expect([url, ...(await at(url, { host: 'evil.example' }))]).toEqual([url, 301, '/itemview/1/'])
  for (const url of [
    '/document.php',
    '/document.php?id=12',
    '/document.php?id=1&x',
    '/items/show',
    '/items/show/1/x',
    '//items/show/1',
  ])
    expect([url, (await at(url))[0]]).toEqual([url, 404])
  // Undone by a merge, an edit or the undo of an import: no browser may keep it for ever.
  expect((await town.get('/items/show/1')).headers['cache-control']).toBe('no-cache')
  for (const [kind, page] of [
    ...[
      ['people', 'person-overview'],
      ['organizations', 'org-overview'],
      ['locations', 'zone-overview'],
    ],
    ...[
      ['subjects', 'subjects'],
      ['collections', 'collections'],
      ['stories', 'stories'],
    ],
  ] as [RecordKind, string][]) {
    expect(await set(kind, 1, `/old/${kind}?id=1`)).toBe(`/old/${kind}?id=1`)
    expect(await at(`/old/${kind}?id=1`)).toEqual([301, `/${page}/1/`])
  }
})

test('a page of ours comes first', async () => {
  expect(await set('items', 3, '/photos/7\n/collections/browse')).toBe('/photos/7\n/collections/browse')
  for (const url of ['/photos/7/', '/collections/browse/']) expect(await at(url)).toEqual([200, undefined])
  expect(await at('/photos/7')).toEqual([301, '/photos/7/'])
})

test('what is no address, is ours or is that of another record is refused with a sentence', async () => {
  expect(await set('items', 2, '//evil.example/x')).toEqual([400, { old_url: [expect.stringContaining('“//evil.example/x” is no address')] }]) // prettier-ignore
  expect(await set('items', 2, '/ok\n/itemview/1/')).toEqual([400, { old_url: ['“/itemview/1/” is an address of this archive itself.'] }]) // prettier-ignore
  const taken = [400, { old_url: ['“/items/show/1” is that of another record already (items 1).'] }]
  expect(await set('items', 2, '/items/show/1/?')).toEqual(taken)
  expect(await set('people', 1, '/x\n/items/show/1')).toEqual(taken)
  const { status, json } = await desk.add('subjects', {
    subject_name: 'Quays',
    subject_description: 'By the water',
    old_url: '/items/show/1',
  })
  expect([status, json]).toEqual(taken)
  expect(await set('items', 1, '/items/show/1')).toBe('/items/show/1')
  expect(await at('/document.php?id=1')).toEqual([404, undefined])
})

test('it does not lead to what is withdrawn, removed or a draft, and leads there again', async () => {
  for (const id of [40, 41, 42]) expect(await set('items', id, `/gone/${id}`)).toBe(`/gone/${id}`)
  expect(await at('/gone/40')).toEqual([301, '/itemview/40/'])
  expect(await at('/gone/42')).toEqual([404, undefined])
  await step('items/40/unpublish')
  expect(await at('/gone/40')).toEqual([410, undefined])
  const { version } = await desk.read('items', 41)
  const headers = { 'if-match': `"${version}"` }
  expect((await town.send('/api/records/items/41/?uses=0', { method: 'DELETE', as: 'staff', headers })).status).toBe(
    204,
  )
  expect(await at('/gone/41')).toEqual([404, undefined])
  expect(await undoLast()).toBe(200)
  expect(await at('/gone/41')).toEqual([301, '/itemview/41/'])
  const draft = { 'if-match': `"${(await desk.read('items', 42)).version}"` }
  await town.send('/api/records/items/42/publish/', { method: 'POST', as: 'staff', body: { note: '' }, headers: draft })
  expect(await at('/gone/42')).toEqual([301, '/itemview/42/'])
})

test('of two that become one it leads to the one that stays, until that is undone', async () => {
  await set('people', 40, '/ada')
  await set('people', 41, '/ada.php?id=7')
  expect((await step('people/41/merge', { into: 40 })).status).toBe(200)
  for (const url of ['/ada', '/ada.php?id=7']) expect(await at(url)).toEqual([301, '/person-overview/40/'])
  expect((await town.get('/api/old-addresses/')).json).toContainEqual({
    address: '/ada.php?id=7',
    kind: 'people',
    id: 40,
  })
  expect(await undoLast()).toBe(200)
  expect(await at('/ada.php?id=7')).toEqual([301, '/person-overview/41/'])
})

test('everybody may know those of public records, and of nobody who is private', async () => {
  await set('items', 902, '/draft/902')
  expect((await desk.change('people', 40, { living: 'private' })).status).toBe(200)
  const { json } = await town.get('/api/old-addresses/')
  const known = (json as { address: string }[]).map(({ address }) => address)
  expect(known).toContain('/items/show/1')
  for (const address of ['/ada', '/draft/902', '/gone/40']) expect(known).not.toContain(address)
  expect((await at('/ada'))[1]).toBeUndefined()
})
