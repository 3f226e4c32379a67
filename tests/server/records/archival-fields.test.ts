import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ARCHIVAL } from '#contract/archival.ts'
import type { Item } from '#contract/item.ts'
import type { RecordKind } from '#contract/record.ts'
import { ignoredFields, staffFields } from '#rules/access/permissions.ts'
import { exportBundle, exportRecords } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { mergeFields } from '#server/records/merge/merge-fields.ts'
import { addRecords, type TestAccount } from '../fixtures.ts'
import { freshArchive } from '../bundle/fresh-archive.ts'
import { DRAFTS_OF_ALL, draftOf } from '../walk/draft-town.ts'
import { useArchive } from '../use-archive.ts'
import { deskOf } from './desk.ts'

const town = useArchive()
const desk = deskOf(() => town)
const MINE = draftOf('volunteer')
const SECRET = 'Not for the public 4711'
const BY = 'https://creativecommons.org/licenses/by/4.0/'
const WIKIDATA = 'https://www.wikidata.org/wiki/Q42'
const keyOf = (kind: RecordKind): number | string => (kind === 'lots' ? '12-A' : 1)
const ALL = Object.keys(ARCHIVAL).filter((kind) => staffFields(kind as RecordKind).length > 0) as RecordKind[]
const NOTED = ALL.filter((kind) => staffFields(kind).length === 1)
const STAFFED = ALL.filter((kind) => !NOTED.includes(kind))
/** Of people, what is no text. */
const CONSENT: Record<string, unknown> = { living: 'shown', consent_date: 20200101 }
const secrets = (kind: RecordKind, key = keyOf(kind)) =>
  Object.fromEntries(
    staffFields(kind).map((field) => [
      field,
      field === 'old_url' ? `/old/4711/${kind}/${key}` : (CONSENT[field] ?? `${SECRET} ${field}`),
    ]),
  )

beforeAll(async () => {
  await addRecords(town.db, DRAFTS_OF_ALL)
  for (const kind of [...STAFFED, ...NOTED])
    expect((await desk.change(kind, keyOf(kind), secrets(kind))).status).toBe(200)
  expect((await desk.change('items', MINE, secrets('items', MINE))).status).toBe(200)
  expect((await desk.change('people', MINE, secrets('people', MINE))).status).toBe(200)
})

const PUBLIC = [
  ...['items/', 'item/1/', 'people/', 'person/1/', 'organizations/', 'organization/1/', 'locations/', 'location/1/'],
  ...['subjects/', 'collections/', 'collection/1/', 'search/?q=public', 'search/?q=4711'],
  ...['lots/', 'lots/ownership/', 'people/relationships/', 'organizations/location/', 'employment/', 'plaques/'],
  ...['heritage-information/', 'locationdescription/', 'residents/', 'places/names/'],
].map((call) => `/api/${call}`)

test('what is for staff is in what staff read, and in nothing that others do', async () => {
  expect(NOTED).toHaveLength(12)
  expect(STAFFED).toEqual(['locations', 'people', 'organizations', 'subjects', 'collections', 'items', 'stories'])
  for (const kind of STAFFED) {
    expect(staffFields(kind)).toHaveLength(kind === 'people' ? 9 : 6)
    expect((await desk.read(kind, 1)).fields).toMatchObject(secrets(kind))
  }
  for (const as of [undefined, 'volunteer', 'society'] as (TestAccount | undefined)[]) {
    for (const url of [...PUBLIC, `/api/item/${MINE}/`, `/api/person/${MINE}/`, '/api/submissions/']) {
      expect([url, JSON.stringify((await town.send(url, as ? { as } : {})).json).includes(SECRET)]).toEqual([
        url,
        false,
      ])
    }
    for (const kind of [...STAFFED, ...NOTED]) {
      const { json } = await town.send(`/api/records/${kind}/${keyOf(kind)}/`, as ? { as } : {})
      expect(JSON.stringify(json)).not.toContain(SECRET)
    }
  }
  for (const kind of ['items', 'people'] as const) {
    const own = await desk.read(kind, MINE, 'volunteer')
    expect(own.history.length).toBeGreaterThan(0)
    expect(JSON.stringify(own)).not.toMatch(/4711|staff_notes|accession/)
    const staffs = await desk.read(kind, MINE)
    expect(staffs.history[0]!.fields).toContainEqual(expect.objectContaining({ field: 'condition', after: `${SECRET} condition` })) // prettier-ignore
  }
})

test('authors change none of it; of rights only members of the society do', async () => {
  const sent = { staff_notes: 'mine', condition: 'mine', rights: BY, extent: '10 cm' }
  const answer = await desk.change('items', MINE, { ...sent, title: 'Newer' }, 'volunteer')
  expect([answer.status, answer.json]).toEqual([
    200,
    expect.objectContaining({ fields: expect.objectContaining({ title: 'Newer' }) }),
  ])
  expect(JSON.stringify(answer.json)).not.toContain(SECRET)
  expect((await desk.read('items', MINE)).fields).toMatchObject({ ...secrets('items', MINE), rights: '', extent: '' })
  const theirs = draftOf('society')
  expect((await desk.change('items', theirs, sent, 'society')).status).toBe(200)
  expect((await desk.read('items', theirs)).fields).toMatchObject({ staff_notes: '', rights: BY, extent: '10 cm' })
  const post = { type: 'photograph', general_description: 'A quay', ...sent, rights_holder: 'me', provenance: 'me' }
  const { json } = await town.send('/api/item/post/', { method: 'POST', as: 'volunteer', body: post })
  expect((await desk.read('items', (json as { id: number }).id)).fields).toMatchObject({
    rights: '',
    rights_holder: '',
    provenance: '',
  })
  expect(ignoredFields({ id: 1, role: 'staff', organization: null }, 'items')).toEqual({})
})

test('rights are read with the item, or with its collection; another host is an error of the field', async () => {
  const refused = await desk.change('items', 1, { rights: 'https://example.org/licenses/by/4.0/' })
  expect([refused.status, refused.json]).toEqual([400, { rights: [expect.stringContaining('Creative Commons')] }])
  const said = { rights_holder: 'J. Orr', credit_line: 'Gift of J. Orr', extent: '9 × 14 cm', language: 'French', publisher: 'Valentine', place_text: 'Baie' } // prettier-ignore
  expect((await desk.change('items', 1, { ...said, rights: 'http://creativecommons.org/licenses/by/4.0/deed.en', collection: 1 })).status).toBe(200) // prettier-ignore
  const rights = 'http://rightsstatements.org/vocab/InC/1.0/'
  expect((await desk.change('collections', 1, { rights, credit_line: 'Town papers' })).status).toBe(200)
  expect((await town.get('/api/item/1/')).json).toMatchObject({
    ...said,
    rights: BY,
    collection: { id: 1, rights, rights_holder: '', credit_line: 'Town papers' },
  })
  expect((await town.get('/api/collections/')).json[0]).toMatchObject({ rights })
})

test('what a community says of its rights is kept by official names, and inherited', async () => {
  const refused = await desk.change('items', 1, { local_contexts: 'TK Atribution: us' })
  expect([refused.status, refused.json]).toEqual([
    400,
    { local_contexts: [expect.stringContaining('“TK Attribution')] },
  ])
  expect((await desk.change('items', 1, { local_contexts: 'bc provenance : Ours\n' })).status).toBe(200)
  const id = '1D220C8C-1a9b-449c-a3d8-2baf48491336'
  expect((await desk.change('collections', 1, { local_contexts: `\n${id}\n TK Clan (TK CL) ` })).status).toBe(200)
  const project = `https://localcontextshub.org/projects/${id.toLowerCase()}\nTK Clan (TK CL)`
  expect((await town.get('/api/collection/1/')).json).toMatchObject({ local_contexts: project })
  expect((await town.get('/api/item/1/')).json).toMatchObject({ local_contexts: 'BC Provenance (BC P): Ours' })
  // Item 2 is in Trains (3), in Photographs (2), in Town papers (1).
  const { collection, ...item } = (await town.get('/api/item/2/')).json as Item
  expect([item.local_contexts, collection?.local_contexts]).toEqual(['', project])
  const harvested = await town.send('/oai?verb=ListRecords&metadataPrefix=oai_dcterms&set=items')
  expect(harvested.body.toString()).toContain('<dcterms:accessRights>BC Provenance (BC P): Ours</dcterms:accessRights>')
})

test('the same elsewhere is a list of addresses of known sites', async () => {
  for (const same_as of [
    ['https://example.org/Q42'],
    ['https://www.wikidata.org/wiki/Apple'],
    [WIKIDATA, 'javascript:0'],
  ]) {
    const refused = await desk.change('people', 1, { same_as })
    expect([refused.status, refused.json]).toEqual([400, { same_as: [expect.stringContaining('Wikidata')] }])
  }
  for (const [kind, call] of [
    ['people', 'person/1/'],
    ['organizations', 'organization/1/'],
  ] as const) {
    // prettier-ignore
    expect((await desk.change(kind, 1, { same_as: [WIKIDATA, WIKIDATA, 'http://viaf.org/viaf/12/'] })).status).toBe(200)
    expect((await town.get(`/api/${call}`)).json).toMatchObject({ same_as: [WIKIDATA, 'http://viaf.org/viaf/12/'] })
  }
  expect((await desk.change('subjects', 1, { same_as: ['https://id.loc.gov/authorities/subjects/sh85085180'] })).status).toBe(200) // prettier-ignore
  expect((await desk.change('locations', 1, { same_as: ['https://www.openstreetmap.org/way/1'] })).status).toBe(200)
  const same_as = ['https://www.openstreetmap.org/way/1']
  expect((await town.get('/api/location/1/')).json).toMatchObject({ properties: { same_as } })
  expect((await desk.read('locations', 1)).fields['same_as']).toEqual(['https://www.openstreetmap.org/way/1'])
})

test('what becomes one keeps the addresses of both, and its own notes', () => {
  const VIAF = 'https://viaf.org/viaf/7'
  const [kept, other] = [
    { same_as: [WIKIDATA], old_url: '/ada', staff_notes: 'Ours' },
    { same_as: [VIAF, WIKIDATA], old_url: '/a.php?id=7', staff_notes: 'Theirs' },
  ]
  const merged = mergeFields('people', kept, other, () => true)
  expect(merged.fields).toEqual({ same_as: [WIKIDATA, VIAF], old_url: '/ada\n/a.php?id=7', staff_notes: 'Ours' })
  expect(mergeFields('people', { old_url: '' }, other, () => true).fields).toEqual({ old_url: '/a.php?id=7' })
  expect(merged.conflicts).toEqual([{ field: 'staff_notes', kept: 'Ours', other: 'Theirs' }])
})

const textsIn = async (folder: string) => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /(?:json|md)$/.test(name))
  return (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n')
}

test('an export has all of it and comes back whole; a public one has nothing for staff', async () => {
  const folder = await mkdtemp(path.join(town.folder, 'export-'))
  await exportBundle({ folder, db: town.db, media: town.media })
  for (const kind of ALL) expect(await textsIn(folder)).toContain(`${SECRET} ${staffFields(kind).at(-1)}`)
  const cut = await mkdtemp(path.join(town.folder, 'cut-'))
  await exportRecords({ folder: cut, db: town.db, forBag: 'published' })
  const shown = await textsIn(cut)
  expect(shown).not.toMatch(/4711|staff_notes|provenance|accession_number|shelf_location|"condition"/)
  expect(shown).toContain(WIKIDATA)
  const { db, media } = await freshArchive()
  expect(await textsIn(path.join(folder, 'stories'))).toContain(`shelf_location: ${SECRET}`)
  const report = await importBundle({ folder, db, media })
  expect([report.issues, report.imported]).toEqual([[], true])
  const again = await mkdtemp(path.join(town.folder, 'again-'))
  await exportBundle({ folder: again, db, media })
  // The import dates what has no day of publishing.
  const without = (text: string) => text.replaceAll(/"published_at":(?:null|"[^"]*")/g, '')
  const read = async (from: string, list: string) => without(await readFile(path.join(from, list), 'utf8'))
  for (const list of ['people.json', 'collections.json', 'items.json', 'locations.geojson'])
    expect(await read(again, list)).toBe(await read(folder, list))
  expect(await textsIn(path.join(again, 'stories'))).toBe(await textsIn(path.join(folder, 'stories')))
})

test('of two that become one, who is to be kept private stays so', () => {
  const shown = { living: 'shown', consent_date: 20200101, consent_note: 'By letter' }
  const kept = { living: 'private', consent_date: null, consent_note: '' }
  for (const [survivor, other] of [
    [shown, kept],
    [kept, shown],
  ] as const)
    expect(mergeFields('people', survivor, other, () => true).fields).toEqual(kept)
})

test('a collection inherits what it does not say from the nearest above it', async () => {
  const [inCopyright, cc0] = ['http://rightsstatements.org/vocab/InC/1.0/', 'https://creativecommons.org/publicdomain/zero/1.0/'] // prettier-ignore
  // Item 2 is in Trains (3), in Photographs (2), in Town papers (1).
  const said = async (...levels: object[]) => {
    const nothing = { rights: '', rights_holder: '', credit_line: '' }
    for (const [at, more] of levels.entries())
      expect((await desk.change('collections', at + 1, { ...nothing, ...more })).status).toBe(200)
    const { collection } = (await town.get('/api/item/2/')).json as Item
    return [collection!.id, collection!.rights, collection!.rights_holder, collection!.credit_line]
  }
  const top = { rights: inCopyright, rights_holder: 'The town', credit_line: 'Town papers' }
  expect(await said(top, {}, {})).toEqual([3, inCopyright, 'The town', 'Town papers'])
  expect(await said(top, { credit_line: 'Photographs' }, {})).toEqual([3, inCopyright, 'The town', 'Photographs'])
  expect(await said(top, { rights: cc0 }, {})).toEqual([3, cc0, '', 'Town papers'])
  expect(await said(top, { rights_holder: 'J. Orr' }, { credit_line: 'Trains' })).toEqual([3, inCopyright, 'J. Orr', 'Trains']) // prettier-ignore
})
