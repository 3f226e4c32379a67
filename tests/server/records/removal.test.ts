import { afterEach, expect, test, vi } from 'vitest'
import type { DeskRecord, RecordKind } from '#contract/record.ts'
import type { Uses } from '#contract/review.ts'
import type { Operation } from '#contract/undo.ts'
import { everything } from '../everything.ts'
import type { Answered, TestAccount } from '../fixtures.ts'
import { openRegattaTown } from '../publishing/regatta-town.ts'
import { deskOf } from './desk.ts'
import { recordRows } from './record-rows.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openRegattaTown)
afterEach(() => vi.useRealTimers())
const { read, change, status } = deskOf(() => town)

const uses = async (kind: RecordKind, key: number | string): Promise<Uses> =>
  (await town.send(`/api/records/${kind}/${key}/uses/`, { as: 'staff' })).json
const summary = ({ uses: all }: Uses) =>
  Object.fromEntries(all.map(({ kind, effect, records }) => [`${kind} ${effect}`, records.map(({ label }) => label)]))
async function remove(kind: RecordKind, key: number | string, count?: number, as: TestAccount = 'staff') {
  const { version } = await read(kind, key)
  const query = count === undefined ? '' : `?uses=${count}`
  const headers = { 'if-match': `"${version}"` }
  return town.send(`/api/records/${kind}/${encodeURIComponent(key)}/${query}`, { method: 'DELETE', as, headers })
}
const removed = async (query = ''): Promise<{ count: number; results: Operation[] }> =>
  (await town.send(`/api/operations/${query}`, { as: 'staff' })).json
const restore = (id: number, body = {}) =>
  town.send(`/api/operations/${id}/undo/`, { method: 'POST', as: 'staff', body })
const detail = ({ json }: Answered) => (json as { detail: string }).detail
/** Removes with everything that hangs on it. */
async function removeAll(kind: RecordKind, key: number | string): Promise<number> {
  const answer = await remove(kind, key, (await uses(kind, key)).count)
  expect([answer.status, answer.json]).toEqual([204, undefined])
  return (await removed()).results[0]!.id
}
const records = () => recordRows(town.db)

test('what hangs on a record is counted and named', async () => {
  expect(summary(await uses('people', 2))).toEqual({
    'items unlinked': ['The mill in winter'],
    'people unlinked': ['Agnes Łukasiewicz (1850–1910)'],
    'ownership removed': ['Lot 7: José María Peña, before the war'],
    'relationships removed': ['José María Peña, parent of Ruth Peña'],
    'employment removed': ['José María Peña at Mill Company'],
  })
  expect(summary(await uses('locations', 1))).toEqual({
    'lots unlinked': ['Lot 12-A'],
    'items unlinked': ['The mill in winter', 'Secret draft mill'],
    'heritage removed': ['Heritage of 12 Mill Street'],
    'location_descriptions removed': ['Description of 12 Mill Street'],
    'place_names removed': ['31 Water Lane'],
    'residents removed': ['Agnes Łukasiewicz at 12 Mill Street'],
    'plaques removed': ['The mill'],
    'organization_locations removed': ['Mill Company at 12 Mill Street'],
  })
  expect(await uses('graves', 1)).toEqual({ count: 0, uses: [] })
  expect((await town.send('/api/records/people/4711/uses/', { as: 'staff' })).status).toBe(404)
})

test('a record goes with its links, and comes back with them and its id', async () => {
  const some: (readonly [RecordKind, number | string])[] = [
    ...([['people', 1], ['people', 2], ['people', 3], ['organizations', 2], ['subjects', 2], ['collections', 2]] as const), // prettier-ignore
    ...([
      ['items', 1],
      ['items', 51],
      ['locations', 1],
      ['lots', '12-A'],
      ['scans', 1],
      ['person_images', 1],
    ] as const),
    ...([
      ['graves', 1],
      ['relationships', 1],
    ] as const),
  ]
  for (const [kind, key] of some) {
    const before = await records()
    const id = await removeAll(kind, key)
    expect([kind, key, await status(kind, key)]).toEqual([kind, key, 404])
    const [entry] = (await removed()).results
    expect(entry).toMatchObject({ id, type: 'removal', record: { kind, key }, by: { id: 4, name: 'staff' } })
    const back = await restore(id)
    expect([back.status, (back.json as { record: DeskRecord }).record.key]).toEqual([200, key])
    expect([kind, key, await records()]).toEqual([kind, key, before])
    expect((await removed()).count).toBe(0)
    expect((await restore(id)).status).toBe(200)
  }
})

test('visitors do not see a removed record, nor its links', async () => {
  const id = await removeAll('people', 2)
  expect((await town.get('/api/person/2/')).status).toBe(404)
  const item = (await town.get('/api/item/1/')).json as { people: { id: number }[] }
  expect(item.people.map((person) => person.id)).toEqual([1])
  expect((await town.get('/api/items/?search=María')).json).toMatchObject({ count: 0 })
  await restore(id)
  expect((await town.get('/api/items/?search=María')).json).toMatchObject({ count: 1 })
})

test('nothing goes that was not seen', async () => {
  const before = await everything(town.db)
  const refused = await remove('people', 2, 1)
  expect([refused.status, detail(refused)]).toEqual([
    409,
    'What refers to “José María Peña” has changed since you looked. Look again at what would be removed with it.',
  ])
  expect((await remove('items', 51, 0, 'volunteer')).status).toBe(403)
  expect((await remove('organizations', 1, (await uses('organizations', 1)).count)).status).toBe(409)
  expect((await remove('people', 2)).status).toBe(400)
  expect(await everything(town.db)).toEqual(before)
})

test('the audit trail tells of the record and of everything that it touched', async () => {
  const id = await removeAll('people', 2)
  const steps = async () =>
    (await town.db.selectFrom('audit').select(['action', 'kind', 'record_key']).orderBy('id').execute()).map(
      ({ action, kind, record_key }) => `${action} ${kind} ${record_key}`,
    )
  expect((await steps()).sort()).toEqual([
    'edited items 1',
    'edited people 1',
    'removed employment 1',
    'removed ownership 2',
    'removed people 2',
    'removed relationships 2',
  ])
  await restore(id)
  expect((await steps()).slice(6).sort()).toEqual([
    'edited items 1',
    'edited people 1',
    'restored employment 1',
    'restored ownership 2',
    'restored people 2',
    'restored relationships 2',
  ])
  expect((await read('people', 2)).history.map(({ action }) => action)).toEqual(['restored', 'removed'])
  const builds = await town.db.selectFrom('build').select('reason').execute()
  expect(builds[0]?.reason).toBe('Removed “José María Peña”; Undone: “José María Peña” was removed.')
})

test('after thirty days it stays removed', async () => {
  const id = await removeAll('graves', 1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 60 * 60_000 + 1000 })
  expect((await removed()).count).toBe(0)
  const late = await restore(id)
  expect([late.status, detail(late)]).toEqual([
    409,
    "That was more than thirty days ago and can't be undone any more: “Gravestone of Agnes Łukasiewicz” was removed.",
  ])
})

test('two removals that belong together come back, the later one first', async () => {
  const pairs: [RecordKind, number | string][][] = [
    [['people', 2], ['items', 1]],
    [['items', 1], ['people', 1]],
    [['locations', 1], ['items', 1]],
    [['lots', '12-A'], ['locations', 1]],
    [['people', 1], ['people', 2]],
    [['subjects', 2], ['subjects', 3]],
  ] // prettier-ignore
  for (const [first, second] of pairs) {
    const before = await records()
    const [one, other] = [await removeAll(...first!), await removeAll(...second!)]
    expect(await restore(one)).toMatchObject({ status: 409, json: { first: other } })
    for (const id of [other, one]) expect((await restore(id)).status).toBe(200)
    expect([first, second, await records()]).toEqual([first, second, before])
  }
})

test('removals that have nothing to do with each other come back in any order', async () => {
  const before = await records()
  // Both empty a reference of the same item, each its own.
  const [place, person] = [await removeAll('locations', 1), await removeAll('people', 2)]
  for (const id of [place, person]) expect((await restore(id)).status).toBe(200)
  expect(await records()).toEqual(before)
})

test('what was changed since is named, and stays where the rest is undone', async () => {
  const id = await removeAll('locations', 1)
  expect((await change('items', 1, { location: 2 })).status).toBe(200)
  const refused = await restore(id)
  expect(refused).toMatchObject({ status: 409, json: { changed: ['“The mill in winter” (Location)'] } })
  expect(detail(refused)).toBe('Changed since: “The mill in winter” (Location). You can undo the rest and leave that as it is.') // prettier-ignore
  expect((await restore(id, { keep_changed: true })).status).toBe(200)
  expect((await read('items', 1)).fields['location']).toBe(2)
  expect((await read('plaques', 1)).fields['location']).toBe(1)
})

test('what belongs to a removed record, or lost its place, is not brought back', async () => {
  const grave = await removeAll('graves', 1)
  const person = await removeAll('people', 1)
  const refused = await restore(grave)
  expect([refused.status, detail(refused)]).toEqual([
    409,
    'Undo this first, because it was done later and belongs to it: “Agnes Łukasiewicz” was removed.',
  ])
  expect(refused.json).toMatchObject({ first: person })
  expect((await restore(person)).status).toBe(200)
  expect((await restore(grave)).status).toBe(200)
  const lot = await removeAll('lots', '8')
  expect((await town.send('/api/records/lots/', { method: 'POST', as: 'staff', body: { lotNum: '8' } })).status).toBe(
    201,
  )
  expect((await restore(lot)).status).toBe(409)
})

test('an identifier that is used again is named', async () => {
  const item = await removeAll('items', 1)
  expect((await change('items', 2, { archival_identifier: 'P-001' })).status).toBe(200)
  const refused = await restore(item)
  expect([refused.status, refused.json]).toEqual([
    400,
    { archival_identifier: ['This archival ID is already in use!'] },
  ])
})

test('an import keeps the originals of removed pictures', async () => {
  const { deleteUnusedOriginalRows } = await import('#server/bundle/import-pictures.ts')
  for (const [kind, key] of [['scans', 1], ['scans', 2], ['scans', 51], ['scans', 901], ['person_images', 1]] as const) await removeAll(kind, key) // prettier-ignore
  await deleteUnusedOriginalRows(town.db)
  // With the recording.
  expect(await town.db.selectFrom('original').select('sha256').execute()).toHaveLength(2)
})

test('unknown removals and filters', async () => {
  await removeAll('plaques', 1)
  expect((await removed('?kind=plaques')).count).toBe(1)
  expect((await removed('?kind=people')).results).toEqual([])
  expect((await restore(4711)).status).toBe(404)
})
