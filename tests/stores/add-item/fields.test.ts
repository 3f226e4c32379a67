import { describe, expect, test } from 'vitest'
import { FORM, TAG } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { aTag, Status, tab, type Tab } from './world.ts'

const person = (id: number, surname: string, more: object = {}) => ({
  id,
  first_name: 'Ann',
  middle_name: '',
  surname,
  ...more,
})
async function begun(): Promise<Tab> {
  const here = tab()
  await here.begin()
  return here
}

describe('dates', () => {
  test('a date that breaks the order is refused: the old one stays, and the sentence is at the offending input', async () => {
    const { stores, ...here } = await begun()
    stores.change({ isRange: true })
    stores.setDate('start', '1901')
    stores.setDate('end', '190')
    stores.setDate('end', '1900')
    expect([here.fields().end.typed, stores.$errors.get()]).toEqual(['190', { end: FORM.rangeEnd }])
    stores.setDate('end', '1905')
    stores.setDate('start', '1906')
    expect([here.fields().start.typed, stores.$errors.get()]).toEqual(['1901', { start: FORM.rangeStart }])
    stores.setSpecificity('end', 'month')
    expect([here.fields().start.typed, here.fields().end, stores.$errors.get()]).toEqual([
      '',
      { specificity: 'month', typed: '' },
      {},
    ])
  })
  test('a whole date that does not exist, and one that is being typed', async () => {
    const { stores } = await begun()
    stores.setSpecificity('start', 'date')
    stores.setDate('start', '1901-02-3')
    expect(stores.$errors.get()).toEqual({})
    stores.setDate('start', '1901-02-30')
    expect(stores.$errors.get()).toEqual({ start: WIZARD.unreadableDate.date })
  })
  test('an end that no longer fits when the range is switched on again is cleared', async () => {
    const { stores, ...here } = await begun()
    stores.change({ isRange: true })
    stores.setDate('end', '1900')
    stores.change({ isRange: false })
    stores.setDate('start', '1901')
    stores.change({ isRange: true })
    expect(here.fields().end.typed).toBe('')
  })
})

describe('tags', () => {
  test('a duplicate is refused with the sentence of its list (spec §5)', async () => {
    const { stores, ...here } = await begun()
    for (const [list, sentence] of [
      ['people', TAG.person],
      ['contributors', TAG.person],
      ['subjects', TAG.subject],
      ['organizations', TAG.organization],
    ] as const) {
      expect(stores.addTag(list, aTag(1))).toBeUndefined()
      expect(stores.addTag(list, aTag(2))).toBeUndefined()
      expect(stores.addTag(list, { ...aTag(1), name: 'Other name' })).toBe(sentence)
      stores.removeTag(list, 1)
      expect(here.fields()[list]).toEqual([aTag(2)])
    }
  })
})

describe('sections', () => {
  test('a section that the type does not have cannot be current', async () => {
    const { stores } = await begun()
    stores.goTo('images')
    expect(stores.$section.get()).toBe('type')
    stores.change({ type: 'photograph' })
    stores.step(1)
    expect(stores.$section.get()).toBe('images')
    stores.change({ type: 'event' })
    expect(stores.$section.get()).toBe('type')
    stores.step(-1)
    expect(stores.$section.get()).toBe('type')
  })
})

describe('suggestions', () => {
  const of = (here: Tab, list: 'people') => here.stores.$suggestions.get()[list]
  test('start at the minimum of spec §5', async () => {
    const here = await begun()
    const lists = { people: 3, creator: 3, parents: 3, spouses: 3, subjects: 3, organizations: 3, location: 2 } as const
    for (const [list, minimum] of Object.entries(lists)) {
      here.stores.suggest(list as 'people', 'x'.repeat(minimum - 1))
      expect(of(here, list as 'people')).toEqual({ state: 'more-letters', minimum })
      here.stores.suggest(list as 'people', 'x'.repeat(minimum))
      expect(of(here, list as 'people')).toEqual({ state: 'searching' })
      here.stores.suggest(list as 'people', ' ')
      expect(of(here, list as 'people')).toEqual({ state: 'idle' })
    }
    here.stores.suggest('contributors', 'x')
    expect(here.stores.$suggestions.get().contributors).toEqual({ state: 'searching' })
  })
  test('a server that ignores the search: only matches, bounded, best first, with years and own pending entries', async () => {
    const here = await begun()
    const everybody = Array.from({ length: 3_000 }, (_, at) => person(at + 1, `Miller ${at}`))
    here.server.replies['GET /api/people/'] = () => [
      ...everybody,
      person(9_001, 'Calderwood'),
      person(9_002, 'Calder', { date_of_birth: 18430000, date_of_death: 19100000, visibility: 'draft' }),
      { id: 'broken' },
    ]
    here.stores.suggest('people', 'calder')
    await here.pass(200)
    expect(of(here, 'people')).toEqual({
      state: 'found',
      more: 0,
      tags: [
        { id: 9_002, name: 'Ann Calder', detail: '1843–1910', pending: true },
        { id: 9_001, name: 'Ann Calderwood', detail: '', pending: false },
      ],
    })
    here.stores.suggest('people', 'miller')
    await here.pass(200)
    expect(of(here, 'people')).toMatchObject({ tags: { length: 8 }, more: 2_992 })
  })
  test('one request after the last key; a late answer never replaces a newer one', async () => {
    const here = await begun()
    const answers: (() => void)[] = []
    here.server.replies['GET /api/people/'] = (_request, query) =>
      new Promise((resolve) => answers.push(() => resolve([person(1, query.get('search')!)])))
    here.stores.suggest('people', 'cal')
    await here.pass(100)
    here.stores.suggest('people', 'cald')
    await here.pass(200)
    here.stores.suggest('people', 'calder')
    await here.pass(200)
    expect(answers).toHaveLength(2)
    answers[1]!()
    await here.pass()
    answers[0]!()
    await here.pass()
    expect(of(here, 'people')).toMatchObject({ tags: [{ name: 'Ann calder' }] })
  })
  test('the other lists: names that people know them by', async () => {
    const here = await begun()
    Object.assign(here.server.replies, {
      'GET /api/locations/': () => ({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: null,
            properties: { pk: 4, name: 'Mill', address: '1 Main Street', altnames: '["Old mill"]' },
          },
          { type: 'Feature', geometry: null, properties: { pk: 5, name: 'School', address: '', altnames: '[]' } },
        ],
      }),
      'GET /api/organizations/': () => [
        { id: 2, name: 'Smith & Sons', altname: ['Old Mill Company'], date_opened: 18710000 },
      ],
      'GET /api/subjects/': () => [
        { id: 1, subject_name: 'Industry', subject_description: '', subject_parent: null },
        { id: 2, subject_name: 'Old mills', subject_description: '', subject_parent: 1 },
      ],
      'GET /api/collections/': () => [
        {
          id: 3,
          collection_name: 'Old mill papers',
          collection_description: '',
          hierarchy: 'fond',
          parent_collection: null,
        },
      ],
    })
    for (const list of ['location', 'organizations', 'subjects', 'collection'] as const)
      here.stores.suggest(list, 'old mill')
    await here.pass(200)
    expect(here.stores.$suggestions.get()).toMatchObject({
      location: { tags: [{ id: 4, name: 'Mill', detail: '1 Main Street' }] },
      organizations: { tags: [{ id: 2, name: 'Smith & Sons', detail: 'from 1871' }] },
      subjects: { tags: [{ id: 2, name: 'Old mills', detail: 'Industry' }] },
      collection: { tags: [{ id: 3, name: 'Old mill papers', detail: 'Fond' }] },
    })
    here.stores.suggest('collection', '')
    await here.pass(200)
    expect(here.stores.$suggestions.get().collection).toMatchObject({ tags: [{ id: 3 }] })
  })
  test('a failure says so, and the next search is a new try', async () => {
    const here = await begun()
    here.server.replies['GET /api/people/'] = () => new Status(500)
    here.stores.suggest('people', 'calder')
    await here.pass(200)
    expect(of(here, 'people')).toEqual({ state: 'failed' })
    here.server.replies['GET /api/people/'] = () => [person(1, 'Calder')]
    here.stores.suggest('people', 'calder')
    await here.pass(200)
    expect(of(here, 'people')).toMatchObject({ state: 'found' })
  })
})
