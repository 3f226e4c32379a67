import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plaqueYear } from '#views/zone-years.ts'
import { timeline } from '#snapshot/pages/browse/timeline.ts'
import { aZone, anItem, archiveOf } from '../archive-of.ts'
import { runs } from '../../../setup/length.ts'

const organization = (id: number, date_opened: number | null, date_closed: number | null = null) => ({
  id,
  name: `Mill ${id}`,
  altname: [],
  date_opened,
  date_opened_text: '',
  date_closed,
  date_closed_text: '',
  description: '',
})
const plaque = (id: number, name: string, text: string) => ({ id, location: 5, name, text })

test.each([
  ['The Survey of 1835', 'sold by the lot in 1836', 1835],
  ['The Harbour', 'Carried away in 1873 and 1913.', 1873],
  ['The Harbour', '18350 chains, 99 men, 1066', null],
  ['', 'Nobody knows when.', null],
])('the plaque %j, %j tells of %j', (name, text, year) => {
  expect(plaqueYear({ name, text })).toBe(year)
})

describe('the timeline', () => {
  const archive = archiveOf({
    locations: [aZone(5)],
    items: [
      anItem(1, { date_start: 18350616, type: 'event', title: 'First sale' }),
      anItem(2, { date_start: 19010000, item_scans: [{ id: 1 }] }),
      anItem(3, {
        date_start: 19020000,
        item_scans: [{ id: 2 }],
        type: 'postcard',
        location: { id: 5, name: 'Zone 5' },
      }),
      anItem(4),
    ],
    organizations: [organization(1, 18380000, 19010000), organization(2, null)],
    plaques: [plaque(1, 'The dam', 'Built in 1836.'), plaque(2, 'Undated', 'Long ago.')],
  })
  const page = timeline(archive)

  test('has each decade with content, and shows gaps', () => {
    expect(
      page.decades.map(({ start, gap, count, share, href, search }) => [start, gap, count, share, href, search]),
    ).toEqual([
      [1830, '', 1, 0.5, '/decades/1830s/', '/collection/?to=1839'],
      [1900, '1840–1899', 2, 1, '/decades/1900s/', '/collection/?from=1900&to=1909'],
    ])
    expect(page.undated).toMatchObject({ href: '/decades/undated/', count: 1 })
  })

  test('lists events in order: event items, plaques by year, openings and closings', () => {
    expect(
      page.decades.map(({ moments }) => moments.map(({ when, text, note, href }) => [when, text, note, href])),
    ).toEqual([
      [
        ['16 June 1835', 'First sale', '', '/itemview/1/'],
        ['1836', 'The dam', 'on a plaque at Zone 5', '/zone-overview/5/'],
        ['1838', 'Mill 1', 'opened', '/org-overview/1/'],
      ],
      [['1901', 'Mill 1', 'closed', '/org-overview/1/']],
    ])
  })

  test('shows items with pictures in chronological order', () => {
    expect(page.decades[1]!.highlights.map(({ href }) => href)).toEqual(['/itemview/2/', '/itemview/3/'])
    expect(page.decades[0]!.highlights).toEqual([])
  })

  test('opens on the years that have items: a few things of earlier centuries are folded', () => {
    const old = [14900000, 16120000].map((date_start, at) => anItem(at + 1, { date_start }))
    const many = Array.from({ length: 60 }, (_, at) => anItem(at + 10, { date_start: 18800000 + at * 10_000 }))
    const { earlier, decades } = timeline(archiveOf({ items: [...old, ...many] }))
    expect(earlier.map(({ start, gap }) => [start, gap])).toEqual([
      [1490, ''],
      [1610, '1500–1609'],
    ])
    expect(decades[0]).toMatchObject({ start: 1880, gap: '1620–1879', count: 10 })
    // An archive of all times has none to fold.
    const even = Array.from({ length: 30 }, (_, at) => anItem(at + 1, { date_start: 16000000 + at * 100_000 }))
    expect(timeline(archiveOf({ items: even })).earlier).toHaveLength(0)
  })

  test('is empty for an empty archive; a decade before the slider has no search', () => {
    expect(timeline(archiveOf({}))).toMatchObject({ decades: [], undated: null })
    const [early] = timeline(archiveOf({ items: [anItem(1, { date_start: 17900000 })] })).decades
    expect(early).toMatchObject({ start: 1790, href: '/decades/1790s/', search: '' })
  })

  test('for any dates: each dated item counts once, decades ascend, few items are shown', () => {
    const date = fc.option(fc.integer({ min: 1600, max: 2026 }).map((year) => year * 10_000))
    fc.assert(
      fc.property(fc.array(fc.tuple(date, date, fc.boolean()), { maxLength: 40 }), (dates) => {
        const items = dates.map(([date_start, date_end, event], at) =>
          anItem(at + 1, { date_start, date_end, type: event ? 'event' : 'photograph', item_scans: [{ id: at + 1 }] }),
        )
        const { decades, undated } = timeline(archiveOf({ items }))
        const counted = decades.reduce((sum, { count }) => sum + count, undated?.count ?? 0)
        expect(counted).toBe(items.length)
        expect(decades.map(({ start }) => start)).toEqual(decades.map(({ start }) => start).toSorted((a, b) => a - b))
        for (const { highlights, moments, further, count } of decades) {
          expect(highlights).toHaveLength(Math.min(4, count))
          expect(new Set(highlights.map(({ href }) => href)).size).toBe(highlights.length)
          expect(moments.length).toBeLessThanOrEqual(7)
          expect(further === 0 || moments.length === 7).toBe(true)
        }
      }),
      { numRuns: runs(30) },
    )
  })
})
