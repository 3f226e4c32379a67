import * as v from 'valibot'
import { expect, test } from 'vitest'
import { endpoints, fillPath } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'
import { useArchive } from './use-archive.ts'

const town = useArchive()

const ids = async (url: string) => ((await town.get(url)).json as { id: number }[]).map((row) => row.id)
/** Public calls; the others are tested elsewhere. */
const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { method, response }]) =>
    method === 'GET' && typeof response === 'object' && PERMISSIONS[name].anonymous !== 'none',
) as [EndpointName, Endpoint & { response: v.GenericSchema }][]

test.each(reads)('%s matches the contract', async (_, endpoint) => {
  const { status, json } = await town.get(fillPath(endpoint.path, { id: 1 }))
  expect(status).toBe(200)
  expect(v.safeParse(endpoint.response, json).issues).toBeUndefined()
})

test('an item has its links in order, and our additions', async () => {
  const { json } = await town.get('/api/item/1/')
  expect(json).toEqual({
    id: 1,
    type: 'photograph',
    title: 'The mill in winter',
    general_description: 'Snow & <b>ice</b>',
    date_start: 18900000,
    date_start_text: '',
    date_end: null,
    date_end_text: '',
    location: { id: 1, name: '12 Mill Street' },
    people: [
      { id: 2, first_name: 'José', middle_name: 'María', surname: 'Peña', date_of_birth: null, date_of_death: null },
      {
        id: 1,
        first_name: 'Agnes',
        middle_name: '',
        surname: 'Łukasiewicz',
        date_of_birth: 18500000,
        date_of_death: 19101203,
      },
    ],
    subject: [{ id: 1, subject_name: 'Mills' }],
    organizations: [{ id: 2, name: 'Mill Company' }],
    collection: {
      id: 2,
      collection_name: 'Photographs',
      rights: '',
      rights_holder: '',
      credit_line: '',
      local_contexts: '',
    },
    item_scans: [
      { id: 2, order: 1, width: 600, height: 400, version: 'v1', alt: '', document: null, page: null, has_text: false },
      { id: 1, order: 2, width: 600, height: 400, version: 'v2', alt: '', document: null, page: null, has_text: false },
    ],
    item_files: [
      {
        ...{ id: 1, order: 1, format: 'mp3', label: 'Side A', file_name: '', bytes: 20, pages: null, duration: 61 },
        ...{ version: '5'.repeat(16), waiting: 0, failed: 0 },
      },
    ],
    externalRecordURL: '',
    visibility: 'published',
    creator: {
      id: 3,
      first_name: 'Ruth',
      middle_name: '',
      surname: 'Peña',
      date_of_birth: 18800510,
      date_of_death: null,
    },
    creator_organization: null,
    contributors: [expect.objectContaining({ id: 1 })],
    archival_identifier: 'P-001',
    contributed_by: null,
    starred: false,
    copyright_info: '',
    ...{
      rights: '',
      rights_holder: '',
      credit_line: '',
      local_contexts: '',
      extent: '',
      language: '',
      publisher: '',
      place_text: '',
    },
    published_at: '2026-01-02T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  })
})

test.each([
  ['/api/locations/?search=12', [1, 12]],
  ['/api/locations/?search=moulin%20d%27ete', [1]],
  ['/api/locations/?search=rail', [12]],
  ['/api/locations/?search=.*', []],
  ['/api/locations/?lot=7,12-A', [1, 2]],
  ['/api/locations/?lot=8', []],
])('%s finds zones %j', async (url, expected) => {
  const { json } = await town.get(url)
  expect((json as { features: { properties: { pk: number } }[] }).features.map((f) => f.properties.pk)).toEqual(
    expected,
  )
})

test.each([
  ['/api/lots/ownership/?lot=12-A,7', [1, 2]],
  ['/api/lots/ownership/?person=2', [2]],
  ['/api/people/?people=3,1', [1, 3]],
  ['/api/people/?search=jose%20pena', [2]],
  ['/api/people/?search=lukasiewicz', [1]],
  ['/api/people/?search=.*', []],
  ['/api/people/relationships/?person2=3&relationship_type=parent', [1, 2]],
  ['/api/people/relationships/?person1=1', [1]],
  ['/api/organizations/?search=society', [1]],
  ['/api/organizations/?search=%3F%3F%3F', []],
  ['/api/organizations/?ids=2', [2]],
  ['/api/organizations/location/?organization=2', [1]],
  ['/api/organizations/location/?location=2', []],
  ['/api/employment/?person=2', [1]],
  ['/api/employment/?organization=1', []],
  ['/api/residents/?person=1', [1]],
  ['/api/residents/?location=1', [1]],
  ['/api/residents/?person=2', []],
  ['/api/places/names/?location=1', [1]],
  ['/api/places/names/?location=2', []],
  ['/api/heritage-information/?location=2', []],
  ['/api/plaques/?search=1', [1]],
  ['/api/locationdescription/?search=1', [1]],
  ['/api/subjects/?search=train', [2, 3]],
  ['/api/subjects/?search=%3C%3E', []],
  ['/api/collections/?parent_collection=1', [2]],
  ['/api/collections/?parent_collection=1&visibility=published', [2]],
])('%s lists %j', async (url, expected) => {
  expect(await ids(url)).toEqual(expected)
})

test('lots of a zone', async () => {
  expect((await town.get('/api/lots/?search=1')).json).toEqual([{ lotNum: '12-A', location: 1 }])
})

test('a marriage entered on one side shows on both', async () => {
  expect((await town.get('/api/person/1/')).json).toMatchObject({
    spouses: [2],
    graves: [{ id: 1, entry: 'Row 3, stone 4' }],
    image: { width: 600, height: 400, version: 'portrait1' },
  })
  expect((await town.get('/api/person/2/')).json).toMatchObject({ spouses: [1], graves: [], image: null })
})

test('alternate names of a zone are a JSON string (spec §3), those of an organization a list', async () => {
  const zone = (await town.get('/api/location/1/')).json as { properties: { altnames: unknown } }
  expect(zone.properties.altnames).toBe('["The Old Mill","Moulin d’Été"]')
  expect((await town.get('/api/organization/1/')).json).toMatchObject({ altname: ['The Society'] })
})
