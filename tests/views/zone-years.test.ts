import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemSummary } from '#views/item-lists.ts'
import type { ZoneView } from '#views/zone.ts'
import { spansOf, spansText, yearReading } from '#views/year-reading.ts'
import { zoneYears } from '#views/zone-years.ts'
import { aZoneItem, emptyZone } from './a-zone.ts'

const link = (text: string) => ({ href: `/${text}/`, text })
const owner = (text: string, date: number | null, year = '') => ({
  lot: '12',
  person: link(text),
  date,
  year,
  source: '',
})
const shop = (text: string, start: number | null, end: number | null, years = '') => ({ organization: link(text), start, end, years }) // prettier-ignore
const picture = { pixels: '', src: '/p', full: '/p', width: 2, height: 1, sources: [], srcset: '', sizes: '' }
const photo = (id: number, dateStart: number | null, dateEnd: number | null = null) => aZoneItem(id, { dateStart, dateEnd, picture }) // prettier-ignore
const all = (...items: ItemSummary[]): ZoneView['items'] => ({ items, count: items.length, query: 'location=5' })
const lane = (zone: Partial<ZoneView>, kind: string) =>
  zoneYears(emptyZone(zone))?.lanes.find((each) => each.kind === kind)

describe('the years of a zone', () => {
  test('include owners, organizations, pictures and plaques', () => {
    const zone = emptyZone({
      ownership: [owner('Ada', 18360500, '1836'), owner('Ben', null)],
      organizations: [shop('Mill', 18710000, 19340100, '1871–1934'), shop('Inn', null, 18820000, 'until 1882')],
      items: all(
        photo(1, 18900000),
        photo(2, 19010303, 19020000),
        photo(3, null),
        aZoneItem(4, { dateStart: 17000000 }),
      ),
      plaques: [{ name: 'Station', text: 'The line came in 1876.' }],
    })
    const years = zoneYears(zone)!
    expect([years.start, years.end, years.ticks]).toEqual([1830, 1940, [1840, 1860, 1880, 1900, 1920, 1940]])
    expect(years.lanes.map(({ kind, rows }) => [kind, rows.map(({ text, years, spans }) => [text, years, spans])])).toEqual([
      ['owners', [['Ada', 'from 1836', [{ from: 1836, to: 1836 }]], ['Ben', 'undated', []]]],
      ['organizations', [['Mill', '1871–1934', [{ from: 1871, to: 1934 }]], ['Inn', 'until 1882', [{ from: 1882, to: 1882 }]]]],
      ['pictures', [['3 pictures', '1890–1902, 1 undated', [{ from: 1890, to: 1890 }, { from: 1901, to: 1902 }]]]],
      ['plaques', [['Station', '1876', [{ from: 1876, to: 1876 }]]]],
    ]) // prettier-ignore
  })

  test('are null if no year is known', () => {
    expect(zoneYears(emptyZone())).toBeNull()
    expect(
      zoneYears(emptyZone({ ownership: [owner('Ada', null)], plaques: [{ name: 'Mill', text: 'Stood.' }] })),
    ).toBeNull()
  })

  test('omit pictures unless all items are loaded', () => {
    expect(
      lane({ items: { ...all(photo(1, 19000000)), count: 6 }, ownership: [owner('Ada', 18500000)] }, 'pictures'),
    ).toBeUndefined()
    expect(lane({ items: all(photo(1, 19000000)) }, 'pictures')!.rows[0]).toMatchObject({
      text: '1 picture',
      years: '1900',
    })
  })

  test('show an owner until the next one of the same lot; who bought on the same day owned together', () => {
    const ownership = [
      { ...owner('Ada', 18360500, 'c. 1836'), lot: '12' },
      { ...owner('Ben', 18360500), lot: '12' },
      { ...owner('Cy', 18400000), lot: '13' },
      { ...owner('Dot', 18510000), lot: '12' },
      owner('Eve', null),
    ]
    expect(lane({ ownership }, 'owners')!.rows.map(({ text, years }) => [text, years])).toEqual([
      ['Ada', 'c. 1836 – 1851'],
      ['Ben', '1836–1851'],
      ['Cy', 'from 1840'],
      ['Dot', 'from 1851'],
      ['Eve', 'undated'],
    ])
  })

  test('of one year are said in a sentence', () => {
    const spans = (from: number | null, to: number | null) => [{ from, to }]
    const lanes = [
      {
        kind: 'owners',
        rows: [
          { name: 'Ada', spans: [...spans(1836, 1836), { from: 1837, to: 1850, between: [1836, 1851] as const }] },
          { name: '', spans: spans(1840, null) },
        ],
      },
      { kind: 'organizations', rows: [{ name: 'Mill', spans: spans(null, 1845) }] },
      { kind: 'pictures', rows: [{ name: '3 pictures', spans: [...spans(1845, 1845), ...spans(1840, 1850)] }] },
    ]
    expect(yearReading(1845, lanes)).toBe(
      '1845: owned by Ada (concluded from 1836 and 1851), others; here: Mill; 2 pictures',
    )
    expect(yearReading(1850, lanes)).toBe('1850: owned by Ada (concluded from 1836 and 1851), others; 1 picture')
    expect(yearReading(1836, [lanes[0]!])).toBe('1836: owned by Ada')
    expect(yearReading(1800, [lanes[0]!])).toBe('1800: nothing is recorded')
    for (const { rows } of lanes) for (const { spans } of rows) expect(spansOf(spansText(spans))).toEqual(spans)
    expect(spansOf('')).toEqual([])
  })

  test('count the pictures that are on further pages of a long list', () => {
    const pictured = [
      { dateStart: 19000000, dateEnd: null, count: 2 },
      { dateStart: null, dateEnd: null, count: 1 },
    ]
    expect(lane({ items: { ...all(photo(1, 19000000)), count: 600, pictured } }, 'pictures')!.rows[0]).toMatchObject({
      text: '3 pictures',
      years: '1900, 1 undated',
    })
  })

  test('merge the rest of a long list into a row with its years', () => {
    const ownership = Array.from({ length: 15 }, (_, at) => owner(`Owner ${at}`, 18500000 + at * 100_000))
    const { rows } = lane({ ownership }, 'owners')!
    expect(rows).toHaveLength(13)
    expect(rows.at(-1)).toEqual({
      text: 'and 3 more',
      href: '#ownership',
      years: '1970–1990',
      spans: [
        { from: 1970, to: 1970 },
        { from: 1971, to: 1980, between: [1970, 1980] },
        { from: 1980, to: 1980 },
        { from: 1981, to: 1990, between: [1980, 1990] },
        { from: 1990, to: 1990 },
      ],
    })
    expect(zoneYears(emptyZone({ ownership }))).toMatchObject({ start: 1850, end: 2000 })
    const undated = [...ownership, ...Array.from({ length: 14 }, (_, at) => owner(`Nobody ${at}`, null))]
    expect(lane({ ownership: undated }, 'owners')!.rows.at(-1)).toMatchObject({
      text: 'and 17 more',
      years: '1970–1990, 14 undated',
    })
    expect(lane({ ownership: undated.slice(14) }, 'owners')!.rows.at(-1)).toMatchObject({
      years: 'undated',
      spans: [],
    })
  })

  test('for any data, all years are within the range, with few, even ticks', () => {
    const date = fc.option(fc.integer({ min: 1, max: 9999 }).map((year) => year * 10_000))
    fc.assert(
      fc.property(fc.array(fc.tuple(date, date), { minLength: 1, maxLength: 8 }), (dates) => {
        const years = zoneYears(emptyZone({ organizations: dates.map(([start, end]) => shop('Mill', start, end)) }))
        const isOdd = ([start, end]: (typeof dates)[number]) => start !== null && end !== null && end < start
        const known = dates.flatMap((each) => (isOdd(each) ? [] : each)).filter((each) => each !== null)
        expect(years === null).toBe(known.length === 0)
        if (!years) return
        const { start, end, ticks, lanes } = years
        expect(new Set(ticks.slice(1).map((tick, at) => tick - ticks[at]!)).size).toBeLessThanOrEqual(1)
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.length).toBeLessThanOrEqual(7)
        for (const each of ticks) expect(each >= start && each <= end).toBe(true)
        for (const each of known) expect(each / 10_000 >= start && each / 10_000 < end).toBe(true)
        for (const { text, years } of lanes.flatMap(({ rows }) => rows)) expect(text && years).not.toBe('')
      }),
    )
  })
})
