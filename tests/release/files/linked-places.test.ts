import { expect, test } from 'vitest'
import { archiveFiles } from '#release/files/archive-files.ts'
import { aPerson, archiveOf, aZone } from '../../snapshot/pages/archive-of.ts'

const period = { date_start_text: '', date_end_text: '' }
const archive = archiveOf({
  locations: [
    aZone(1, 0, { name: '2 Mill Street', altnames: ['The mill'], date_start: 18360512, date_end: 18810000 }),
    aZone(2, 1, {
      name: '2A Mill Street',
      date_start: 18810000,
      predecessors: [1],
      same_as: ['https://www.wikidata.org/entity/Q1'],
    }),
    aZone(3, 2),
    { ...aZone(4), geometry: null },
  ],
  placeNames: [{ location: 1, name: 'Lot 14', date_start: null, date_end: 18700000, ...period }],
  locationDescriptions: [{ id: 1, location: 1, description: 'Grist mill.' }],
  lots: [{ lotNum: '9', location: 3 }],
  people: [aPerson(1, { surname: 'Secret' })],
  ownership: [{ lot: '9', person: 1, date: 18660000, date_text: '', source: '' }],
})
const files = new Map(archiveFiles(archive, [], 'https://a.example'))
interface Feature {
  '@id': string
  when: { timespans: { start: object; end?: object }[]; certainty?: string }
  names: { toponym: string; citations?: object[]; when?: object }[]
  geometry: object | null
  [term: string]: unknown
}
const place = (pk: number) => {
  const file = JSON.parse(files.get(`zone-overview/${pk}/place.json`)!) as { features: [Feature] }
  expect(file).toMatchObject({ type: 'FeatureCollection', '@context': /linkedplaces-context/ as unknown })
  return file.features[0]
}

test('a place says when it was there, what it was called then, and what became of it', () => {
  expect(place(1)).toMatchObject({
    '@id': 'https://a.example/zone-overview/1/',
    type: 'Feature',
    properties: { title: '2 Mill Street', fclasses: ['S'] },
    when: { timespans: [{ start: { in: '1836-05-12' }, end: { in: '1881' } }] },
    geometry: { type: 'Polygon' },
    relations: [
      {
        ...{ relationType: 'gvp:tgn3412_predecessor_of', relationTo: 'https://a.example/zone-overview/2/' },
        ...{ label: 'became 2A Mill Street', when: { timespans: [{ start: { in: '1881' } }] } },
      },
    ],
    descriptions: [{ value: 'Grist mill.' }],
  })
  expect(place(1).names.map(({ toponym }) => toponym)).toEqual(['2 Mill Street', 'The mill', 'Lot 14'])
  expect(place(1).names[2]!.when).toEqual({ timespans: [{ start: { latest: '1870' }, end: { in: '1870' } }] })
  expect(place(2)).toMatchObject({
    // Without an end it goes on at least until what is last known.
    when: { timespans: [{ start: { in: '1881' }, end: { earliest: '1881' } }] },
    relations: [{ relationType: 'gvp:tgn3411_successor_of', label: 'came out of 2 Mill Street' }],
    links: [{ type: 'primaryTopicOf' }, { type: 'closeMatch', identifier: 'https://www.wikidata.org/entity/Q1' }],
  })
})

test('a place that is not dated has the years in which it is known, and says that this is uncertain', () => {
  expect(place(3).when).toEqual({
    ...{ timespans: [{ start: { latest: '1866' }, end: { earliest: '1866' } }], certainty: 'uncertain' },
  })
  expect(place(4)).toMatchObject({ geometry: null, when: { timespans: [{ start: { latest: /^20/ as unknown } }] } })
})

test('each has a name with a citation and a span, as the format wants, and names nobody', () => {
  for (const { names, when } of [1, 2, 3, 4].map(place)) {
    expect(names.some(({ citations }) => citations)).toBe(true)
    expect(when.timespans).toHaveLength(1)
  }
  expect([...files].filter(([path]) => path.endsWith('place.json')).join()).not.toContain('Secret')
})
