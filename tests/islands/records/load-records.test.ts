import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { EMPTY } from '#contract/messages.ts'
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
