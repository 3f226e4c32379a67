import { describe, expect, test } from 'vitest'
import { writeSetting } from '#server/repositories/settings.ts'
import { openTestArchive, type Answered } from '../fixtures.ts'
import { useArchive } from '../use-archive.ts'
import { ask, readAnswer } from './harvester.ts'

const SITE = 'https://archive.example'
const town = useArchive(() => openTestArchive(undefined, { environment: { SITE_URL: SITE } }))
const xmlOf = ({ body }: Answered) => body.toString()
const DC = { metadataPrefix: 'oai_dc' }

test('Identify says what the settings say', async () => {
  const answer = await town.get('/oai?verb=Identify')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8'])
  expect(xmlOf(answer)).toContain(`<request verb="Identify">${SITE}/oai</request>`)
  expect(xmlOf(answer)).toContain(`<baseURL>${SITE}/oai</baseURL>\n<protocolVersion>2.0</protocolVersion>`)
  expect(xmlOf(answer)).toContain('<deletedRecord>persistent</deletedRecord>')
  await writeSetting(town.db, 'name', 'Mills & Sons')
  await writeSetting(town.db, 'email', 'mill@example.org')
  const renamed = xmlOf(await town.get('/oai?verb=Identify'))
  expect(renamed).toContain('(Mills &amp; Sons)</repositoryName>')
  expect(renamed).toContain('<adminEmail>mill@example.org</adminEmail>')
})

test('a form asks the same, and no other call takes one', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = {
    method: 'POST',
    headers,
    payload: 'verb=GetRecord&identifier=oai%3Aarchive.example%3Aitems%2F1&metadataPrefix=oai_dc',
  } as const
  const { statusCode, payload } = await town.app.inject({ ...request, url: '/oai' })
  expect(statusCode).toBe(200)
  expect(readAnswer(payload).records.map(({ identifier }) => identifier)).toEqual(['oai:archive.example:items/1'])
  expect((await town.app.inject({ ...request, url: '/auth/jwt/create/' })).statusCode).toBe(415)
  expect((await town.app.inject({ method: 'DELETE', url: '/oai' })).headers['allow']).toBe('GET, HEAD, POST')
})

test('formats, and sets: kinds and public collections', async () => {
  const formats = (await ask(town, { verb: 'ListMetadataFormats' })).xml
  expect(formats.match(/<metadataPrefix>\w+/g)).toEqual(['<metadataPrefix>oai_dc', '<metadataPrefix>oai_dcterms'])
  const { xml } = await ask(town, { verb: 'ListSets' })
  expect(Array.from(xml.matchAll(/<setSpec>([^<]*)/g), ([, spec]) => spec)).toEqual([
    ...['items', 'people', 'organizations', 'locations', 'collection:1', 'collection:2', 'collection:3'],
  ])
})

test('an item in Dublin Core, and in its terms', async () => {
  const get = { verb: 'GetRecord', identifier: 'oai:archive.example:items/1' }
  const [record] = (await ask(town, { ...get, ...DC })).records
  expect(record).toMatchObject({ sets: ['items', 'collection:2', 'collection:1'], isDeleted: false })
  const lines = record!.text.match(/<dc:[^\n]*/g)
  expect(lines).toEqual(
    expect.arrayContaining([
      `<dc:identifier>${SITE}/itemview/1/</dc:identifier>`,
      '<dc:title>The mill in winter</dc:title>',
      '<dc:description>Snow &amp; &lt;b&gt;ice&lt;/b&gt;</dc:description>',
      '<dc:type>StillImage</dc:type>',
      '<dc:date>1890</dc:date>',
      '<dc:creator>Ruth Peña</dc:creator>',
      '<dc:coverage>12 Mill Street</dc:coverage>',
      '<dc:relation>Photographs</dc:relation>',
    ]),
  )
  // Nothing is stated about it, and the archive's own licence is none of the item.
  expect(record!.text).not.toContain('dc:rights')
  const [terms] = (await ask(town, { ...get, metadataPrefix: 'oai_dcterms' })).records
  expect(terms!.text).toContain('<dcterms:created>1890</dcterms:created>')
  expect(terms!.text).toContain('<dcterms:spatial>12 Mill Street</dcterms:spatial>')
})

test('drafts are no records, whoever asks', async () => {
  const headers = await town.signIn('staff')
  const query = new URLSearchParams({ verb: 'ListRecords', ...DC })
  const all = xmlOf(await town.get(`/oai?${query}`, headers))
  for (const secret of ['items/901', 'Secret', 'SECRET']) expect(all).not.toContain(secret)
  expect(all).toContain('oai:archive.example:items/3<')
  const draft = { verb: 'GetRecord', identifier: 'oai:archive.example:items/901', ...DC }
  expect((await ask(town, draft)).error).toBe('idDoesNotExist')
})

test('sets: a kind, and a collection with those in it', async () => {
  const idsIn = async (set: string) =>
    (await ask(town, { verb: 'ListIdentifiers', set, ...DC })).records.map(({ identifier }) => identifier.split(':')[2])
  expect(await idsIn('people')).toEqual(['people/1', 'people/2', 'people/3', 'people/901'])
  expect(await idsIn('locations')).toEqual(['locations/1', 'locations/2', 'locations/12'])
  expect(await idsIn('collection:1')).toEqual(['items/1', 'items/2'])
  expect(await idsIn('collection:3')).toEqual(['items/2'])
})

describe('errors of the protocol', () => {
  const list = { verb: 'ListRecords', ...DC }
  test.each([
    ['badVerb', {}, 'Give one verb of'],
    ['badVerb', { verb: 'toString' }, 'Give one verb of'],
    ['badVerb', 'verb=Identify&verb=Identify', 'Give one verb of'],
    ['badArgument', { verb: 'Identify', set: 'items' }, 'set: This verb takes no such argument.'],
    ['badArgument', { verb: 'ListRecords' }, 'metadataPrefix: This verb needs it.'],
    ['badArgument', { verb: 'GetRecord', ...DC }, 'identifier: This verb needs it.'],
    ['badArgument', 'verb=ListRecords&metadataPrefix=a&metadataPrefix=b', 'metadataPrefix: Give it once'],
    ['badArgument', { ...list, from: '2026-02-31' }, 'from: There is no such day'],
    ['badArgument', { ...list, from: 'yesterday' }, 'from: Write it as'],
    ['badArgument', { ...list, from: '2026-02-02', until: '2026-01-01' }, 'until: It is before from.'],
    ['badArgument', { ...list, from: '2026-01-01', until: '2026-02-01T00:00:00Z' }, 'until: Write it as exactly'],
    ['badArgument', { ...list, resumptionToken: 'x' }, 'metadataPrefix: This verb takes no such argument.'],
    ['cannotDisseminateFormat', { verb: 'ListRecords', metadataPrefix: 'marc' }, 'metadataPrefix: There are oai_dc'],
    ['idDoesNotExist', { verb: 'GetRecord', identifier: 'oai:other.example:items/1', ...DC }, 'identifier:'],
    ['idDoesNotExist', { verb: 'GetRecord', identifier: '<x>&"', ...DC }, 'identifier:'],
    ['idDoesNotExist', { verb: 'ListMetadataFormats', identifier: 'oai:archive.example:items/77' }, 'identifier:'],
    ['noRecordsMatch', { ...list, from: '2099-01-01' }, 'No record'],
    ['noRecordsMatch', { ...list, set: 'collection:901' }, 'set:'],
    ['noRecordsMatch', { ...list, set: 'stories' }, 'set:'],
    ['badResumptionToken', { verb: 'ListRecords', resumptionToken: 'x' }, 'resumptionToken: This archive gives'],
    ['badResumptionToken', { verb: 'ListSets', resumptionToken: 'x' }, 'All sets are in one list'],
  ])('%s for %j', async (code, query, sentence) => {
    const { error, sentence: said, xml } = await ask(town, query)
    expect(error).toBe(code)
    expect(said).toContain(sentence)
    const hasAttributes = code !== 'badVerb' && code !== 'badArgument'
    expect(/<request verb=/.test(xml)).toBe(hasAttributes)
  })
})

test('an answer has the version of the archive, and is sent once', async () => {
  const url = '/oai?verb=ListSets'
  const { headers } = await town.get(url)
  expect(headers['cache-control']).toBe('public, no-cache')
  const again = await town.get(url, { 'if-none-match': String(headers['etag']) })
  expect([again.status, again.body.length]).toEqual([304, 0])
  const packed = await town.get('/oai?verb=ListRecords&metadataPrefix=oai_dc', { 'accept-encoding': 'gzip' })
  expect([packed.headers['content-encoding'], packed.headers['content-type']]).toEqual([
    'gzip',
    'text/xml; charset=utf-8',
  ])
})

test('lists of catalogues are limited like others', async () => {
  const limits = { address: 1, network: 100, seconds: 600, pause: 5 }
  const other = await openTestArchive(undefined, { readLimits: limits })
  let asked = 0
  const status = async () =>
    (await other.get(`/oai?verb=ListRecords&metadataPrefix=oai_dc&from=20${10 + asked++}-01-01`)).status
  await expect.poll(status).toBe(429)
  await other.close()
})
