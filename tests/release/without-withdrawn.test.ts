import { expect, test } from 'vitest'
import { type Snapshot, withoutWithdrawn } from '#release/rollback/without-withdrawn.ts'
import { listsFrom } from '#snapshot/files.ts'

const person = (id: number, more: object = {}) => ({ id, image: null, graves: [], spouses: [], ...more })
const item = (id: number, more: object = {}) => ({
  ...{ id, title: `Item ${id}`, location: null, people: [], subject: [], organizations: [], collection: null },
  ...{
    creator: null,
    creator_organization: null,
    contributors: [],
    item_scans: [],
    item_files: [],
    contributed_by: null,
    ...more,
  },
})
const snapshot = (lists: Record<string, object[]>, meta: object = {}): Snapshot => ({
  lists: listsFrom((name) => lists[name] ?? []),
  meta: { source: 's', apiBase: '', pictures: '', counter: 1, counts: {} as never, overlays: [], ...meta },
})
const clean = (past: Record<string, object[]>, present: Record<string, object[]>, metas: [object, object] = [{}, {}]) =>
  withoutWithdrawn(snapshot(past, metas[0]), snapshot(present, metas[1]))

test('what is all there stays as it was', () => {
  const past = { items: [item(1, { title: 'Before', people: [{ id: 2 }] })], people: [person(2)] }
  const { lists, isWhole, leftOut } = clean(past, { items: [item(1, { title: 'After' })], people: [person(2)] })
  expect([lists.items, isWhole, leftOut]).toEqual([past.items, true, 0])
})

test('rows that are gone leave with every link to them', () => {
  const links = { people: [{ id: 2 }, { id: 3 }], creator: { id: 3 }, contributors: [{ id: 3 }], subject: [{ id: 4 }] }
  const found = clean(
    {
      items: [item(1, { ...links, location: { id: 5 }, collection: { id: 6 }, organizations: [{ id: 7 }] }), item(9)],
      people: [person(2, { spouses: [3] }), person(3)],
      plaques: [{ id: 1 }, { id: 2 }],
    },
    { items: [item(1)], people: [person(2)], plaques: [{ id: 2 }] },
  )
  expect(found.lists.items).toEqual([item(1, { people: [{ id: 2 }] })])
  expect(found.lists.people).toEqual([person(2)])
  expect(found.lists.plaques).toEqual([{ id: 2 }])
  expect([found.leftOut, found.isWhole]).toEqual([11, false])
})

test('pictures, graves and credits are those of today', () => {
  const scan = (id: number, version = 'a') => ({ id, version })
  const past = {
    items: [item(1, { item_scans: [scan(1), scan(2)], contributed_by: 'Nora' }), item(2, { contributed_by: 'Vera' })],
    people: [
      person(1, { image: { version: 'a' }, graves: [{ id: 1, entry: 'old' }] }),
      person(2, { image: { version: 'a' }, graves: [{ id: 2, entry: 'x' }] }),
    ],
  }
  const { lists, isWhole } = clean(past, {
    items: [item(1, { item_scans: [scan(2, 'b'), scan(3)] }), item(2, { contributed_by: 'Vera Long' })],
    people: [person(1), person(2, { image: { version: 'b' }, graves: [{ id: 2, entry: 'y' }] })],
  })
  expect(lists.items.map((each) => [each.item_scans, each.contributed_by])).toEqual([
    [[scan(2, 'b')], null],
    [[], 'Vera Long'],
  ])
  expect(lists.people.map(({ image, graves }) => [image, graves])).toEqual([
    [null, []],
    [{ version: 'b' }, [{ id: 2, entry: 'y' }]],
  ])
  expect(isWhole).toBe(false)
})

test('merged records lead to the one that stays, if it was there', () => {
  const merged = [
    { kind: 'people', id: 3, into: 2 },
    { kind: 'people', id: 5, into: 4 },
  ]
  const people = [person(2), person(3)]
  const { meta, leftOut } = clean({ people }, { people: [person(2), person(4)] }, [{}, { merged }])
  expect([meta.merged, leftOut]).toEqual([[merged[0]], 2])
})

test('old addresses are those of now, of what was there', () => {
  const of = (id: number, address: string) => ({ kind: 'people', id, address })
  const [past, present] = [
    [of(2, '/a'), of(3, '/gone')],
    [of(2, '/b'), of(4, '/later')],
  ]
  const people = [person(2), person(3)]
  const metas: [object, object] = [{ oldAddresses: past }, { oldAddresses: present }]
  expect(clean({ people }, { people: [person(2), person(4)] }, metas).meta.oldAddresses).toEqual([of(2, '/b')])
})

test('rows without ids are compared as a whole', () => {
  const row = (person1: number) => ({ person1, person2: 9, relationship_type: 'parent' })
  expect(clean({ relationships: [row(1), row(2)] }, { relationships: [row(2)] }).lists.relationships).toEqual([row(2)])
})

test('an old map that was removed or replaced stays out', () => {
  const map = (layer: number, version: string) => ({ layer, version })
  const { meta } = clean({}, {}, [{ overlays: [map(4, 'a'), map(5, 'a')] }, { overlays: [map(4, 'a'), map(5, 'b')] }])
  expect(meta.overlays).toEqual([map(4, 'a')])
})

test('a map that was removed leaves the legend too', () => {
  const entry = (id: string, title = id) => ({ id, layer: 4, title, year: null, inLegend: true })
  const [past, present] = [[entry('kept', 'As it was'), entry('removed')], [entry('kept')]].map((overlays) => ({
    mapLayers: { overlays, baseMaps: [] },
  }))
  expect(clean({}, {}, [past!, present!]).meta.mapLayers?.overlays).toEqual([entry('kept', 'As it was')])
})

test('so does own imagery that is no base map any more; base maps of others stay', () => {
  const base = (id: string, more: object) => ({ id, title: id, year: null, credit: { text: '', href: '' }, ...more })
  const osm = base('osm', { tiles: 'https://tile.example/{z}/{x}/{y}.png' })
  const layers = (...baseMaps: object[]) => ({ mapLayers: { overlays: [], baseMaps } })
  const { meta } = clean({}, {}, [layers(osm, base('drone', { layers: [9] })), layers(osm)])
  expect(meta.mapLayers?.baseMaps.map(({ id }) => id)).toEqual(['osm'])
})

test('of those who are private by now no more is told than now', () => {
  const link = { id: 2, date_of_birth: 19580713, date_of_death: null }
  const past = {
    items: [item(1, { people: [link], creator: link, contributors: [link, { ...link, id: 3 }] })],
    people: [person(2, { biography: 'A secret', spouses: [3] }), person(3, { spouses: [2] })],
    employment: [
      { id: 1, person: 2, date_start: 19800101 },
      { id: 2, person: 3, date_start: 18800101 },
    ],
    ownership: [{ id: 1, person: 2, date: 19800101, source: 'A secret' }],
  }
  const now = {
    items: [item(1)],
    people: [person(2, { privacy: 'names' }), person(3)],
    employment: [
      { id: 1, person: 2, date_start: null },
      { id: 2, person: 3, date_start: 18800202 },
    ],
    ownership: [{ id: 1, person: 2, date: null, source: '' }],
  }
  const { lists, isWhole } = clean(past, now)
  const named = { ...link, date_of_birth: null }
  expect(lists.items).toEqual([item(1, { people: [named], creator: named, contributors: [named, { ...link, id: 3 }] })])
  expect([lists.people, lists.ownership, isWhole]).toEqual([now.people, now.ownership, false])
  expect(lists.employment).toEqual([now.employment[0], past.employment[1]])
})

test('a place has no earlier names, earlier places and residents that are gone or private by now', () => {
  const place = (pk: number, more: object = {}) => ({ type: 'Feature', geometry: null, properties: { pk, ...more } })
  const past = {
    locations: [place(1, { predecessors: [2, 3], earlier_names: ['Quay', 'Wharf'] }), place(2), place(3), place(4)],
    placeNames: [{ id: 1, location: 1, name: 'Quay' }, { id: 2, location: 1, name: 'Wharf' }],
    residents: [{ id: 1, person: 2, location: 1 }, { id: 2, person: 3, location: 1 }],
    people: [person(2), person(3)],
  } // prettier-ignore
  const now = {
    locations: [place(1, { predecessors: [] }), place(2), place(4)],
    placeNames: [past.placeNames[0]!],
    residents: [past.residents[1]!],
    people: [person(2, { privacy: 'names' }), person(3)],
  }
  const { lists, isWhole } = clean(past, now)
  expect(lists.locations).toEqual([place(1, { predecessors: [2], earlier_names: ['Quay'] }), place(2), place(4)])
  expect([lists.residents, lists.placeNames, isWhole]).toEqual([now.residents, now.placeNames, false])
})
