import { expect, test } from 'vitest'
import { createRepositories } from '#server/repositories/repositories.ts'
import { inTransaction } from '#server/database/write.ts'
import { writeSettings } from '#server/settings/write-settings.ts'
import { answerOai } from '#server/oai/answer.ts'
import { addRecords, openTestArchive, type TestArchive } from '../fixtures.ts'
import { mergingIn, openTwinTown } from '../records/twin-town.ts'
import { deskOf } from '../records/desk.ts'
import { useFreshArchive } from '../use-archive.ts'
import { ask, harvest, readAnswer, type HarvestedRecord } from './harvester.ts'

const ITEMS = Array.from({ length: 350 }, (_, at) => 1001 + at)
const LONG_AGO = '2020-01-01T00:00:00Z'
const town = useFreshArchive(async () => {
  const opened = await openTwinTown()
  const items = ITEMS.map((id) => ({
    id,
    title: `Item ${id}`,
    collection_id: id === 1002 ? 5 : null,
    updated_at: LONG_AGO,
    published_at: LONG_AGO,
  }))
  await addRecords(opened.db, { items })
  return opened
})
const { change } = deskOf(() => town)
const { merge, undo } = mergingIn(() => town)

const RECORDS = { verb: 'ListRecords', metadataPrefix: 'oai_dc' }
const OF_ITEMS = { ...RECORDS, set: 'items' }
const idOf = ({ identifier }: HarvestedRecord) => identifier.split(':')[2]!
const stepOf = (step: string, kind: string, key: number) =>
  town.send(`/api/records/${kind}/${key}/${step}/`, { method: 'POST', as: 'staff', body: { note: '' } })
const recordOf = async (identifier: string) => {
  const { records, error } = await ask(town, {
    ...RECORDS,
    verb: 'GetRecord',
    identifier: `oai:localhost:${identifier}`,
  })
  return records[0] ?? error
}
const now = () => `${new Date().toISOString().slice(0, 19)}Z`

test('a publishing in the middle of a harvest loses and doubles nothing', async () => {
  const before = (await harvest(town, OF_ITEMS)).map(idOf)
  expect(new Set(before).size).toBe(before.length)
  expect(before).toEqual(expect.arrayContaining(ITEMS.map((id) => `items/${id}`)))
  const began = now()
  // Ones that were given already, that are next, and that are last; a new one, and one that goes.
  const during = await harvest(town, OF_ITEMS, async (answers) => {
    if (answers !== 2) return
    for (const id of [1, 1150, 1350]) expect((await change('items', id, { title: `New ${id}` })).status).toBe(200)
    await addRecords(town.db, { items: [{ id: 2000, title: 'Brand new', published_at: now(), updated_at: now() }] })
    expect((await stepOf('unpublish', 'items', 1349)).status).toBe(200)
  })
  const ids = during.map(idOf)
  expect(ids).toEqual([...before, 'items/2000'])
  expect(during.find((each) => idOf(each) === 'items/1350')!.text).toContain('New 1350')
  expect(during.find((each) => idOf(each) === 'items/1349')!.isDeleted).toBe(true)
  // What changed meanwhile is in the next one, once.
  const next = await harvest(town, { ...OF_ITEMS, from: began })
  expect(next.map(idOf)).toEqual(['items/1', 'items/1150', 'items/1349', 'items/1350', 'items/2000'])
  expect(next[0]!.text).toContain('New 1<')
})

test('a token goes on after a restart, and not in another archive', async () => {
  const { token } = await ask(town, OF_ITEMS)
  const again = { verb: 'ListRecords', resumptionToken: token! }
  const first = await ask(town, again)
  expect(first.records).toHaveLength(100)
  const asked = await openTestArchive(undefined, { existing: town.folder })
  expect((await ask(asked, again)).records).toEqual(first.records)
  await asked.close({ keepFolder: true })
  const other: TestArchive = await openTestArchive()
  expect(await ask(other, again)).toMatchObject({
    error: 'badResumptionToken',
    sentence: 'resumptionToken: It is of another archive. Please begin the list again.',
  })
  await other.close()
})

test('the last answer has an empty token, and a list of one answer none', async () => {
  const { token, xml } = await ask(town, { ...RECORDS, set: 'people' })
  expect([token, xml.includes('resumptionToken')]).toEqual([undefined, false])
  let answer = await ask(town, OF_ITEMS)
  while (answer.token) answer = await ask(town, { verb: 'ListRecords', resumptionToken: answer.token })
  expect(answer.xml).toContain('<resumptionToken></resumptionToken>')
})

test('headers alone are those of the records', async () => {
  const headers = await harvest(town, { ...OF_ITEMS, verb: 'ListIdentifiers' })
  const records = await harvest(town, OF_ITEMS)
  expect(headers).toEqual(records.map((each) => ({ ...each, text: '' })))
})

test('what is withdrawn, removed or merged is deleted for good, and comes back with an undo', async () => {
  const began = now()
  expect(await recordOf('items/1001')).toMatchObject({ isDeleted: false, datestamp: LONG_AGO })
  await stepOf('unpublish', 'items', 1001)
  expect(await recordOf('items/1001')).toMatchObject({ isDeleted: true, text: '', sets: ['items'] })
  const { merge: operation } = await merge('people', 5, 1)
  const { version } = (await town.send('/api/records/items/1002/', { as: 'staff' })).json as { version: string }
  const { count } = (await town.send('/api/records/items/1002/uses/', { as: 'staff' })).json as { count: number }
  const headers = { 'if-match': `"${version}"` }
  await town.send(`/api/records/items/1002/?uses=${count}`, { method: 'DELETE', as: 'staff', headers })
  const changed = await harvest(town, { ...RECORDS, from: began })
  const deleted = changed.filter((each) => each.isDeleted).map(idOf)
  expect(deleted).toEqual(['items/1001', 'items/1002', 'people/5'])
  expect(changed.map(idOf)).toContain('people/1')
  // Whoever harvests a collection learns of it too.
  const ofCollection = await harvest(town, { ...RECORDS, set: 'collection:5', from: began })
  expect(ofCollection.filter((each) => each.isDeleted).map(idOf)).toEqual(['items/1001', 'items/1002'])
  expect((await undo(operation)).status).toBe(200)
  await stepOf('publish', 'items', 1001)
  expect(await recordOf('people/5')).toMatchObject({ isDeleted: false })
})

test('whom the reads do not show any more is deleted for catalogues', async () => {
  const of = createRepositories(town.db)
  const hidden = {
    ...of,
    people: { ...of.people, find: async (id: number) => (id === 1 ? undefined : of.people.find(id)) },
  }
  const request = { site: 'http://localhost', base: 'http://localhost/oai', arguments: { ...RECORDS, set: 'people' } }
  const { records } = readAnswer(await answerOai(hidden, request))
  expect(records.map((each) => [idOf(each), each.isDeleted])).toEqual([
    ['people/1', true],
    ...[2, 3, 5, 901].map((id) => [`people/${id}`, false]),
  ])
  expect(records[0]!.text).toBe('')
})

test('what XML cannot hold is left out', async () => {
  const strange = 'A\u0000B\u0008 <mill> & "sons" \uD800\uFFFF ]]>'
  await addRecords(town.db, {
    items: [{ id: 3000, title: strange.replaceAll('\u0000', ''), general_description: strange.slice(2) }],
  })
  const record = await recordOf('items/3000')
  expect(record).toMatchObject({ text: expect.stringContaining('<dc:title>AB &lt;mill&gt; &amp; &quot;sons&quot; ') })
})

test('of people who are presumed living a catalogue gets what visitors see', async () => {
  const { id } = await town.db
    .insertInto('person')
    .values({ first_name: 'Zelda', surname: 'Quick', biography: 'A secret life', date_of_birth: 19900101 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const choose = (living: 'names' | 'hidden') => inTransaction(town.db, (trx) => writeSettings(trx, { living }))
  await choose('names')
  const named = await recordOf(`people/${id}`)
  expect(named).toMatchObject({ isDeleted: false, text: expect.stringContaining('Zelda Quick') })
  expect(named).not.toMatchObject({ text: expect.stringMatching(/secret|1990/) })
  // Catalogues that had the name take it out.
  await choose('hidden')
  expect((await town.get(`/api/person/${id}/`)).status).toBe(404)
  expect(await recordOf(`people/${id}`)).toMatchObject({ isDeleted: true, text: '' })
})
