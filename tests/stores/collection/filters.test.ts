import { beforeEach, describe, expect, test } from 'vitest'
import { TAG } from '#contract/messages.ts'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { shortenedText } from '#islands/collection/messages.ts'
import { anItem, Status, world, type World } from './world.ts'

let here: World
const asked = () => here.askedOf('/api/items/').at(-1)

beforeEach(() => {
  here = world()
})

describe('API queries (spec §7, §9)', () => {
  test('by default all items, ten per page, without a date, which includes undated items', async () => {
    await here.begin()
    expect(here.askedOf('/api/items/')).toEqual(['/api/items/?visibility=published&page=1&page_size=10&sort=pictures'])
    expect(here.stores.$results.get()).toMatchObject({ state: 'ready', page: 1, pages: 10, count: 95, source: 'api' })
  })

  test('each filter as the contract has it, from page 1', async () => {
    here = world({ query: 'page=4' })
    await here.begin()
    const { stores } = here
    const now = async (query: string) => {
      await here.pass()
      const sort = query.includes('search=') ? '' : '&sort=pictures'
      expect(asked()).toBe(`/api/items/?visibility=published${query}&page=1&page_size=10${sort}`)
      stores.goToPage(3)
      await here.pass()
      expect(stores.$results.get().page).toBe(3)
    }
    stores.setType('postcard')
    await now('&type=postcard')
    stores.addTag('people', { id: 3, name: 'Ann' })
    await now('&type=postcard&people_or=3')
    stores.addTag('people', { id: 1, name: 'Bea' })
    await now('&type=postcard&people_or=3,1')
    stores.setMode('people', 'AND')
    await now('&type=postcard&people_and=3,1')
    stores.setPeopleAs('creator')
    await now('&type=postcard&people_and=3,1&people_as=creator')
    stores.removeTag('people', 3)
    await now('&type=postcard&people_and=1&people_as=creator')
    stores.removeTag('people', 1)
    await now('&type=postcard')
    stores.reset()
    await now('')
    stores.addTag('subjects', { id: 7, name: 'Harbour' })
    await now('&subjects_or=7')
    stores.setMode('subjects', 'AND')
    await now('&subjects_and=7')
    stores.addTag('organizations', { id: 5, name: 'Mill' })
    await now('&subjects_and=7&organizations=5')
    stores.reset()
    await now('')
    stores.setCollection({ id: 2, name: 'Papers' })
    await now('&collection=2')
    stores.setPlace({ id: 9, name: 'Lot 9' })
    await now('&collection=2&location=9')
    stores.setYears({ start: 1900, end: 1914 }, true)
    await now('&date=1900000019149999&collection=2&location=9')
    stores.toggleEarlier()
    await now('&date=0000000018299999&collection=2&location=9')
    stores.setYears({ start: 1700, end: 3000 }, true)
    await now('&collection=2&location=9')
    stores.search('old mill', true)
    await now('&search=old+mill&collection=2&location=9')
  })

  test('a decade, clamped to the slider, and the full range when it is toggled off', async () => {
    await here.begin()
    const { stores } = here
    stores.toggleDecade(1890)
    await here.pass()
    expect(asked()).toContain('&date=1890000018999999&')
    stores.toggleDecade(2020)
    expect(stores.$filters.get().years).toEqual({ start: 2020, end: 2026 })
    stores.toggleDecade(2020)
    await here.pass()
    expect(asked()).not.toContain('date')
    stores.toggleDecade(1790)
    expect(stores.$filters.get().years).toEqual({ start: 1830, end: 2026 })
  })

  test('typing is debounced, Enter is not', async () => {
    await here.begin()
    const { stores } = here
    for (const text of ['m', 'mi', 'mil', 'mill']) {
      stores.search(text)
      expect(stores.$filters.get().search).toBe(text)
      await here.pass(100)
    }
    expect(here.askedOf('/api/items/')).toHaveLength(1)
    await here.pass(150)
    expect(here.askedOf('/api/items/')).toHaveLength(2)
    expect(asked()).toContain('search=mill&')
    // An extra space is the same search.
    stores.search('mill ')
    await here.pass(1000)
    expect(here.askedOf('/api/items/')).toHaveLength(2)
    stores.search('mill dam', true)
    await here.pass()
    expect(asked()).toContain('search=mill+dam&')
    for (const end of [1990, 1980, 1970]) stores.setYears({ start: 1900, end })
    await here.pass(250)
    expect(here.askedOf('/api/items/')).toHaveLength(4)
  })

  test('a text of 10,000 characters stays, and is sent shortened to fit a request line', async () => {
    await here.begin()
    const long = 'größe <b>.'.repeat(1_000)
    here.stores.search(long, true)
    await here.pass()
    expect(here.stores.$filters.get().search).toBe(long)
    expect(asked()).toBe('/api/items/?visibility=published&search=grosse+b&page=1&page_size=10')
    const words = Array.from({ length: 1_500 }, (_, key) => `Wört${key}`).join(' ')
    here.stores.search(words, true)
    await here.pass()
    const sent = new URLSearchParams(asked()!.split('?')[1]).get('search')!
    expect(sent.length).toBeGreaterThan(3_000)
    expect(sent.length).toBeLessThanOrEqual(4_000)
    expect(words.toLowerCase().replaceAll('ö', 'o').startsWith(`${sent} `)).toBe(true)
    expect(here.address()!.length).toBeLessThan(6_100)
    here.stores.search(`${long}more`, true)
    expect(here.stores.$filters.get().search).toHaveLength(SEARCH_MINIMUM.maximum)
    here.stores.search('.*[(<&=#?', true)
    await here.pass()
    expect(asked()).toBe('/api/items/?visibility=published&search=.*[(<&=#?&page=1&page_size=10')
  })
})

describe('duplicate tags (spec §5)', () => {
  test('are refused with the exact sentence of their kind, until that input changes', async () => {
    await here.begin()
    const { stores } = here
    const sentence = { people: TAG.person, subjects: TAG.subject, organizations: TAG.organization }
    for (const kind of ['people', 'subjects', 'organizations'] as const) {
      expect(stores.addTag(kind, { id: 1, name: 'One' })).toBe(true)
      await here.pass()
      const before = here.asked.length
      expect(stores.addTag(kind, { id: 1, name: 'One' })).toBe(false)
      await here.pass()
      expect(here.asked).toHaveLength(before)
      expect(stores.$refused.get()[kind]).toBe(sentence[kind])
      expect(stores.$filters.get()[kind]).toHaveLength(1)
    }
    stores.suggest('people', 'O')
    expect(stores.$refused.get()).toEqual({ people: null, subjects: TAG.subject, organizations: TAG.organization })
    stores.addTag('subjects', { id: 2, name: 'Two' })
    stores.removeTag('organizations', 1)
    expect(stores.$refused.get()).toEqual({ people: null, subjects: null, organizations: null })
  })
})

describe('results', () => {
  test('keep the old ones while new ones load', async () => {
    await here.begin()
    here.stores.setType('video')
    expect(here.stores.$results.get()).toMatchObject({ state: 'loading', page: 1, count: 95, items: [{ id: 1 }] })
  })

  test('leave out invalid and unpublished items', async () => {
    const rows = [anItem(1), { id: 'x' }, anItem(3, 'Draft', { visibility: 'draft' }), anItem(4)]
    here = world({ api: { '/api/items/': () => ({ count: 4, results: rows }) } })
    await here.begin()
    expect(here.stores.$results.get().items.map(({ id }) => id)).toEqual([1, 4])
  })

  test('an empty list has one page', async () => {
    here = world({ api: { '/api/items/': () => ({ count: 0, results: [] }) } })
    await here.begin()
    expect(here.stores.$results.get()).toMatchObject({ state: 'ready', count: 0, pages: 1, items: [] })
  })

  test('a refusal fails, and can be retried', async () => {
    here = world({ api: { '/api/items/': () => new Status(400) } })
    await here.begin()
    expect(here.stores.$results.get()).toMatchObject({ state: 'failed', count: null, items: [] })
    expect(here.stores.$away.get()).toBe(false)
    here.replies['/api/items/'] = () => ({ count: 1, results: [anItem(1)] })
    here.stores.retry()
    await here.pass()
    expect(here.stores.$results.get()).toMatchObject({ state: 'ready', count: 1 })
  })
})

describe('a search that the server shortened, or that finds nothing', () => {
  test('says why, and offers a better spelling, until the next answer', async () => {
    const shortened: Record<string, unknown> = { many: ['words', 'matches'], odd: ['moonlight'], none: undefined }
    here = world({
      api: {
        '/api/items/': (query) => {
          const why = shortened[query.get('search') ?? 'none']
          if (query.get('search') === 'brige') return { count: 0, results: [], suggestion: 'bridge' }
          return { count: 20_000, results: [anItem(1)], ...(why !== undefined && { shortened: why }) }
        },
      },
    })
    await here.begin()
    const told = async (search: string) => {
      here.stores.search(search, true)
      await here.pass()
      const results = here.stores.$results.get()
      return [results.state, results.shortened, shortenedText(results)]
    }
    expect(await told('many')).toEqual([
      'ready',
      ['words', 'matches'],
      'Only the first 10 words of your search were used. More than 20,000 items match, and these are the best of the first 20,000. Add a word or a filter to see the others.',
    ])
    expect(await told('brige')).toEqual(['ready', [], ''])
    expect(here.stores.$results.get().suggestion).toBe('bridge')
    expect(await told('odd')).toEqual(['ready', [], ''])
    expect(here.stores.$results.get().suggestion).toBe('')
    expect(await told('none')).toEqual(['ready', [], ''])
  })

  test('mentions single letters only when nothing was found', () => {
    expect(shortenedText({ count: 3, shortened: ['letters'] })).toBe('')
    expect(shortenedText({ count: 0, shortened: ['letters'] })).toMatch(/^A single letter finds only itself/)
  })
})
