import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { EMPTY } from '#contract/messages.ts'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { loadItem } from '#islands/records/load-item.ts'
import { loadOrganization } from '#islands/records/load-organization.ts'
import { loadPerson } from '#islands/records/load-person.ts'
import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'

/** A client of a server that answers these addresses, and 404 to every other. */
function clientOf(answers: Record<string, unknown>) {
  const asked: string[] = []
  const client = createClient({
    base: '',
    fetch: async (input) => {
      const address = String(input)
      asked.push(address)
      const body = answers[address]
      return Response.json(body ?? { detail: 'Not found.' }, { status: body === undefined ? 404 : 200 })
    },
  })
  return { client, asked }
}

const parent = (person1: number, person2: number, description?: string) => ({
  ...{ person1, person2, relationship_type: 'parent' },
  ...(description && { description }),
})

test.each([
  ['/itemview/12/', 12],
  ['/itemview/12', 12],
  ['/itemview/', undefined],
  ['/itemview/0/', undefined],
  ['/itemview/12/34/', undefined],
  ['/itemview/x12/', undefined],
])('the id in %s is %s', (path, id) => {
  expect(recordIdFromPath(path)).toBe(id)
})

describe('the live shell', () => {
  test('shows an item as on its page', async () => {
    const { client } = clientOf({
      '/api/item/4/': {
        id: 4,
        type: 'event',
        title: 'Regatta',
        date_start: 19010703,
        visibility: 'published',
        people: [{ id: 2, first_name: 'Ada', surname: '' }],
        item_scans: [{ id: 9, width: 800, height: 600, version: 'v' }],
      },
      '/api/item/5/': {
        id: 5,
        type: 'photograph',
        title: 'The mill',
        visibility: 'published',
        item_scans: [{ id: 7 }, { id: 8 }],
      },
    })
    const several = await loadItem(client, 5)
    expect(several.pictures.map(({ alt }) => alt)).toEqual(['The mill', 'The mill (picture 2 of 2)'])
    const record = await loadItem(client, 4, { isBuilt: false })
    expect(record).toMatchObject({
      heading: 'Event: Regatta (3 July 1901)',
      date: { text: '3 July 1901', machine: '1901-07-03' },
    })
    expect(record.pictures[0]).toMatchObject({ width: 800, height: 600 })
    expect(record.record.find((row) => row.term === 'People')!.values).toEqual([
      { text: 'Ada', href: '/person-overview/2/' },
    ])
    expect(record.tools.downloads).toEqual([
      { href: '/api/scan/image/9/?format=jpeg&v=v', text: 'Download (JPEG, 800 × 600)', name: 'item-4.jpg' },
    ])
    expect(record.tools.manifest).toBeNull()
    expect(record.recording).toBeNull()
  })

  test('uses the empty-state texts of spec §2, also when a part fails', async () => {
    const { client } = clientOf({ '/api/person/2/': { id: 2, first_name: 'Ada', surname: 'Calder', image: null } })
    const person = await loadPerson(client, 2)
    expect(person).toMatchObject({ name: 'Ada Calder', portrait: null, biography: '' })
    const said = renderToStaticMarkup(createElement(PersonRecord, { person, api: '' }))
    for (const sentence of [
      EMPTY.parents,
      EMPTY.siblings,
      EMPTY.spouse,
      EMPTY.children,
      EMPTY.personItems,
      EMPTY.ownership,
      EMPTY.employment,
    ])
      expect(said).toContain(`>${sentence}<`)
  })

  test('names the people of an organization', async () => {
    const { client } = clientOf({
      '/api/organization/3/': { id: 3, name: 'Mill', altname: ['Old Mill'], date_opened: 18710000 },
      '/api/employment/?organization=3': [{ person: 2, organization: 3, date_start: 18800000 }],
      '/api/people/?people=2': [{ id: 2, first_name: 'Ada', surname: 'Calder' }],
    })
    const mill = await loadOrganization(client, 3)
    expect(mill).toMatchObject({ altnames: ['Old Mill'], years: 'from 1871', locations: [] })
    expect(mill.people).toEqual([{ person: { text: 'Ada Calder', href: '/person-overview/2/' }, years: 'from 1880' }])
    const said = renderToStaticMarkup(createElement(OrganizationRecord, { organization: mill, api: '' }))
    for (const sentence of [EMPTY.organizationItems, EMPTY.premises]) expect(said).toContain(`>${sentence}<`)
    expect(said).not.toContain(EMPTY.employees)
  })

  test('finds siblings, and the zones of a person’s land', async () => {
    const { client } = clientOf({
      '/api/person/2/': { id: 2, first_name: 'Ada', surname: 'Calder' },
      '/api/people/relationships/?person2=2&relationship_type=parent': [parent(7, 2)],
      '/api/people/relationships/?person1=7&relationship_type=parent': [parent(7, 2), parent(7, 3)],
      '/api/people/?people=7%2C3': [
        { id: 7, first_name: 'Rose', surname: 'Calder' },
        { id: 3, first_name: 'Tom', surname: 'Calder' },
      ],
      '/api/lots/ownership/?person=2': [{ lot: '12', person: 2, date: 18461227, source: 'Deed' }],
      '/api/lots/': [{ lotNum: '12', location: 5 }],
      '/api/locations/?lot=12': {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', geometry: null, properties: { pk: 5, name: 'Mill', address: '1 Mill Road' } }],
      },
    })
    const { family, ownership } = await loadPerson(client, 2)
    expect(family.siblings).toMatchObject([{ text: 'Tom Calder', href: '/person-overview/3/' }])
    expect(family.parents).toMatchObject([{ text: 'Rose Calder' }])
    const addresses = [{ text: '1 Mill Road', href: '/zone-overview/5/' }]
    expect(ownership).toEqual([{ lot: '12', addresses, year: '1846', source: 'Deed' }])
  })

  test("finds the zones of a lot where the server's lots don't name them", async () => {
    const zone = (pk: number) => ({
      type: 'Feature',
      geometry: null,
      properties: { pk, name: `Zone ${pk}`, address: `${pk} Mill Road` },
    })
    const zonesOf = (...pks: number[]) => ({ type: 'FeatureCollection', features: pks.map(zone) })
    const { client } = clientOf({
      '/api/person/2/': { id: 2, first_name: 'Ada', surname: 'Calder' },
      '/api/lots/ownership/?person=2': ['12', 14].map((lot) => ({ lot, person: 2, date: 18461227, source: 'Deed' })),
      '/api/lots/': [{ lotNum: 12 }, { lotNum: 14 }],
      '/api/locations/?lot=12%2C14': zonesOf(5, 6, 7),
      '/api/locations/?lot=12': zonesOf(5, 6),
      '/api/locations/?lot=14': zonesOf(7),
    })
    const { ownership } = await loadPerson(client, 2)
    expect(ownership.map(({ lot, addresses }) => [lot, addresses.map(({ text }) => text)])).toEqual([
      ['12', ['5 Mill Road', '6 Mill Road']],
      ['14', ['7 Mill Road']],
    ])
  })

  test('the review desk says what can hardly be about a person', async () => {
    const { client } = clientOf({
      '/api/person/2/': { id: 2, first_name: 'Ada', date_of_birth: 19000000 },
      '/api/people/relationships/?person2=2&relationship_type=parent': [parent(7, 2)],
      '/api/people/relationships/?person1=2&relationship_type=parent': [parent(2, 8)],
      '/api/people/?people=7%2C8': [
        { id: 7, first_name: 'Rose', date_of_birth: 18700000 },
        { id: 8, first_name: 'Tom', date_of_birth: 18500000 },
      ],
      '/api/employment/?person=2': [{ person: 2, organization: 1, date_start: 18500000 }],
    })
    expect((await loadPerson(client, 2)).odd).toEqual([
      'A parent born in 1900 of a child born in 1850?',
      'Land or a job since 1850 of a person born in 1900?',
    ])
  })

  test('marks half-siblings, beside a step-parent too, and says what kind a parent is', async () => {
    const { client } = clientOf({
      '/api/person/2/': { id: 2, first_name: 'Ada', surname: 'Calder' },
      '/api/people/relationships/?person2=2&relationship_type=parent': [
        parent(7, 2),
        parent(8, 2),
        parent(10, 2, 'step-parent since 1900'),
      ],
      '/api/people/relationships/?person1=2&relationship_type=parent': [parent(2, 4, 'adoptive')],
      '/api/people/relationships/?person1=7&relationship_type=parent': [parent(7, 2), parent(7, 3)],
      '/api/people/relationships/?person1=8&relationship_type=parent': [parent(8, 2)],
      '/api/people/relationships/?person2=3&relationship_type=parent': [parent(7, 3), parent(9, 3)],
      '/api/people/?people=7%2C8%2C10%2C3%2C4': [7, 8, 10, 3, 4].map((id) => ({
        id,
        first_name: 'Tom',
        surname: `Calder ${id}`,
      })),
    })
    const { family } = await loadPerson(client, 2)
    expect(family.siblings).toMatchObject([{ text: 'Tom Calder 3', note: 'Half-sibling' }])
    expect(family.parents.map(({ note }) => note)).toEqual(['', '', 'step-parent since 1900'])
    expect(family.children).toMatchObject([{ text: 'Tom Calder 4', note: 'adoptive' }])
  })

  test("tries the portrait of a person where the server doesn't tell whether there is one", async () => {
    const { client } = clientOf({
      '/api/person/2/': { id: 2, first_name: 'Ada', surname: 'Calder', image: '/media/2.jpg' },
    })
    const { portrait, family } = await loadPerson(client, 2)
    expect(portrait).toMatchObject({ src: '/api/people/images/2/', srcset: '', sources: [] })
    // The card keeps its room for the unknown person.
    expect(family.self.picture).toMatchObject({ src: '/api/people/images/2/', width: 64, height: 80 })
  })

  test('throws when the record itself cannot be loaded', async () => {
    const { client, asked } = clientOf({})
    for (const load of [loadItem, loadPerson, loadOrganization])
      await expect(load(client, 4)).rejects.toMatchObject({ status: 404 })
    expect(asked).toEqual(['/api/item/4/', '/api/person/4/', '/api/organization/4/'])
  })
})
