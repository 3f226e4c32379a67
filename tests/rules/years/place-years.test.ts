import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { covers, placeInYear, placeYears, type PlaceRows } from '#rules/years/place-years.ts'

/** A place of which nothing is known. */
const rows = (more: Partial<PlaceRows> = {}): PlaceRows => ({
  place: {},
  successors: [],
  names: [],
  ownership: [],
  residents: [],
  premises: [],
  organization: () => undefined,
  ...more,
})
const inYear = (more: Partial<PlaceRows>, year: number) => placeInYear(placeYears(rows(more)), year)
const deed = (lot: string, person: number, date: number | null) => ({ lot, person, date })
const lived = (person: number, date_start: number | null, date_end: number | null = null, household_order: number | null = null) => ({ person, date_start, date_end, role: '' as const, household_order }) // prettier-ignore
const shop = (organization: number, date_start: number | null, date_end: number | null) => ({ organization, date_start, date_end }) // prettier-ignore
const known = (facts: readonly { of: unknown; basis: string }[]) => facts.map(({ of, basis }) => [of, basis])

describe('when a place was there', () => {
  const presence = (more: Partial<PlaceRows>, ...years: number[]) => years.map((year) => inYear(more, year).presence)

  test('is in its dates, with open ends; without a date it is not dated', () => {
    const place = { date_start: 18510000, date_end: 18810402 }
    expect(presence({ place }, 1850, 1851, 1881, 1882)).toEqual(['gone', 'there', 'there', 'gone'])
    expect(presence({ place: { date_start: 18510000 } }, 1850, 2026)).toEqual(['gone', 'there'])
    expect(presence({ place: { date_end: 18510000 } }, 1700, 1852)).toEqual(['there', 'gone'])
    expect(presence({}, 1851)).toEqual(['not dated'])
  })

  test('ends before what came out of it, whether its own end is recorded or not', () => {
    const successors = [18810000, null, 18900000]
    for (const place of [{ date_end: 18810000 }, { date_end: 18850000 }, { date_start: 18510000 }, {}])
      expect(presence({ place, successors }, 1880, 1881, 1890)).toEqual(['there', 'gone', 'gone'])
    expect(presence({ place: { date_end: 18700000 }, successors }, 1870, 1871)).toEqual(['there', 'gone'])
    expect(presence({ successors: [null] }, 1881)).toEqual(['not dated'])
  })

  test('is not told by dates that contradict each other', () => {
    expect(presence({ place: { date_start: 19000000, date_end: 18800000 } }, 1850, 1890)).toEqual(['not dated', 'not dated']) // prettier-ignore
    expect(presence({ place: { date_start: 19000000 }, successors: [18810000] }, 1890, 1950)).toEqual(['gone', 'there'])
  })

  test('a split place and its parts are never there in the same year', () => {
    const date = fc.option(fc.integer({ min: 1850, max: 1860 }).map((year) => year * 10_000))
    fc.assert(
      fc.property(date, date, fc.array(date, { minLength: 1, maxLength: 3 }), (date_start, date_end, starts) => {
        // The desk refuses a part that was there before the whole.
        const successors = starts.filter((start) => start === null || start >= (date_start ?? 0))
        const whole = rows({ place: { date_start, date_end }, successors })
        for (let year = 1845; year < 1866; year++) {
          const parts = successors.filter((start) => start !== null && inYear({ place: { date_start: start } }, year).presence === 'there') // prettier-ignore
          if (parts.length > 0) expect(placeInYear(placeYears(whole), year).presence).not.toBe('there')
        }
      }),
    )
  })
})

describe('who and what was there', () => {
  test('an owner is recorded in the year of the deed, concluded until the next, and after the last one unknown', () => {
    const ownership = [deed('1', 8, 18810000), deed('1', 7, 18660503), deed('1', 9, null)]
    const owners = (year: number) => known(inYear({ ownership }, year).owners)
    expect([1865, 1866, 1870, 1880].map(owners)).toEqual([[], [[7, 'recorded']], [[7, 'concluded']], [[7, 'concluded']]]) // prettier-ignore
    expect(owners(1881)).toEqual([[7, 'concluded'], [8, 'recorded']]) // prettier-ignore
    expect(owners(1882)).toEqual([])
  })

  test('owners of several lots, of shares, and of the same year are all shown, nobody twice', () => {
    const ownership = [deed('1', 7, 18660000), deed('1', 8, 18660000), deed('2', 7, 18600000), deed('2', 9, 18700000)]
    expect(known(inYear({ ownership }, 1866).owners)).toEqual([[7, 'recorded'], [8, 'recorded']]) // prettier-ignore
    expect(known(inYear({ ownership }, 1865).owners)).toEqual([[7, 'concluded']])
  })

  test('who lived there is recorded in the years of a row, and concluded between two of the same person', () => {
    const residents = [lived(7, 18710402, null, 2), lived(7, 18910000), lived(8, 18710402, null, 1), lived(9, 18600000, 18650000)] // prettier-ignore
    const names = (year: number) => inYear({ residents }, year).residents.map(({ of, basis }) => [of.person, basis])
    expect(names(1871), 'the household in its order').toEqual([[8, 'recorded'], [7, 'recorded']]) // prettier-ignore
    expect([1863, 1866, 1880, 1892].map(names)).toEqual([[[9, 'recorded']], [], [[7, 'concluded']], []])
    expect(inYear({ residents: [lived(7, null, 18710000)] }, 1871).residents).toHaveLength(1)
    expect(inYear({ residents: [lived(7, 18910000, 18710000), lived(8, null)] }, 1880).residents, 'backwards').toEqual([]) // prettier-ignore
  })

  test('an organization without an end is still there, until it closed', () => {
    const organization = (id: number) => (id === 1 ? { date_opened: 18500000, date_closed: 18900000 } : undefined)
    const names = (year: number, row: ReturnType<typeof shop>) => known(inYear({ premises: [row], organization }, year).organizations) // prettier-ignore
    expect(names(1870, shop(2, 18600000, null))).toEqual([[2, 'concluded']])
    expect(names(1860, shop(2, 18600000, null))).toEqual([[2, 'recorded']])
    expect([1890, 1891].map((year) => names(year, shop(1, 18600000, null)))).toEqual([[[1, 'concluded']], []])
    expect([1849, 1850, 1890, 1891].map((year) => names(year, shop(1, null, null)).length)).toEqual([0, 1, 1, 0])
    expect([1849, 1870, 1871].map((year) => names(year, shop(1, null, 18700000)).length)).toEqual([0, 1, 0])
    expect(names(1880, shop(2, 18900000, 18700000)), 'backwards').toEqual([])
    expect(names(1880, shop(2, null, null))).toEqual([])
  })

  test('nothing is concluded of years in which the place was not there; what is recorded stays', () => {
    const more = {
      place: { date_start: 18600000, date_end: 18800000 },
      ownership: [deed('1', 7, 18500000), deed('1', 8, 18900000)],
      premises: [shop(2, 18700000, null)],
    }
    const all = (year: number) =>
      [...inYear(more, year).owners, ...inYear(more, year).organizations].map(({ of }) => of)
    expect([1850, 1855, 1860, 1880, 1881, 1890].map(all)).toEqual([[7], [], [7], [7, 2], [], [8]])
  })

  test('a name is that of its years', () => {
    const names = [
      { name: '31 Mill Street', date_start: 19130000, date_end: null },
      { name: '12 Mill Street', date_start: null, date_end: 19120000 },
      { name: 'The Cottage', date_start: null, date_end: null },
    ]
    expect([1800, 1912, 1913].map((year) => inYear({ names }, year).name)).toEqual(['12 Mill Street', '12 Mill Street', '31 Mill Street']) // prettier-ignore
    expect(inYear({ names: names.slice(1) }, 1913).name).toBeUndefined()
  })
})

const YEARS = { min: 1850, max: 1860 }
const date = fc
  .tuple(fc.integer(YEARS), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map(([year, month, day]) => year * 10_000 + month * 100 + (month && day))
const maybe = fc.option(date)
const id = fc.integer({ min: 1, max: 3 })
const anyRows = fc.record({
  place: fc.record({ date_start: maybe, date_end: maybe }),
  successors: fc.array(maybe, { maxLength: 2 }),
  names: fc.constant([]),
  ownership: fc.array(fc.record({ lot: fc.constantFrom('1', '2'), person: id, date: maybe }), { maxLength: 6 }),
  residents: fc.array(
    fc.record({
      person: id,
      date_start: maybe,
      date_end: maybe,
      role: fc.constant('' as const),
      household_order: fc.option(id),
    }),
    { maxLength: 6 },
  ),
  premises: fc.array(fc.record({ organization: id, date_start: maybe, date_end: maybe }), { maxLength: 4 }),
  organization: fc
    .array(fc.record({ date_opened: maybe, date_closed: maybe }), { minLength: 4, maxLength: 4 })
    .map((list) => (id: number) => list[id]),
})

/** The rule once more, as one would say it of every day: slow, and without spans. */
function asToldDayByDay({ place, successors, ownership, residents }: PlaceRows, year: number) {
  const first = (day: number | null | undefined) => (day == null ? null : Math.floor(day / 10_000) * 10_000)
  const last = (day: number | null | undefined) => (day == null ? null : Math.floor(day / 10_000) * 10_000 + 1231)
  const [start, end] = [first(place.date_start), last(place.date_end)]
  const isOdd = start !== null && end !== null && end < start
  const from = isOdd ? null : start
  const starts = successors.filter((day) => day !== null && first(day)! >= (from ?? 0))
  const isDated = from !== null || starts.length > 0 || (end !== null && !isOdd)
  const owners = { recorded: new Set<number>(), concluded: new Set<number>() }
  const living = { recorded: new Set<number>(), concluded: new Set<number>() }
  let isThere = false
  for (let day = year * 10_000; day <= year * 10_000 + 1231; day++) {
    const there = (from === null || from <= day) && (isOdd || end === null || day <= end) && starts.every((next) => day < first(next)!) // prettier-ignore
    isThere ||= there
    for (const { lot, person, date } of ownership) {
      if (date === null) continue
      if (date === day) owners.recorded.add(person)
      const next = ownership.filter((each) => each.lot === lot && each.date !== null && each.date > date)
      const until = last(next.map((each) => each.date!).sort((a, b) => a - b)[0])
      if (until !== null && date <= day && day <= until && (there || !isDated)) owners.concluded.add(person)
    }
    for (const { person } of residents) {
      const own = residents.flatMap((row) => {
        const [a, b] = [first(row.date_start ?? row.date_end), last(row.date_end ?? row.date_start)]
        return row.person === person && a !== null && b !== null && a <= b ? [[a, b] as const] : []
      })
      if (own.some(([a, b]) => a <= day && day <= b)) living.recorded.add(person)
      else if (own.some(([, b]) => b < day) && own.some(([a]) => day < a) && (there || !isDated)) living.concluded.add(person) // prettier-ignore
    }
  }
  const of = ({ recorded, concluded }: typeof owners) =>
    Object.fromEntries([...concluded].map((person) => [person, 'concluded']).concat([...recorded].map((person) => [person, 'recorded'] as never))) // prettier-ignore
  return { presence: isDated ? (isThere ? 'there' : 'gone') : 'not dated', owners: of(owners), living: of(living) }
}

describe('for any records', () => {
  test('what is known of a year is what is told day by day', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1848, max: 1862 }), (place, year) => {
        const { presence, owners, residents } = placeInYear(placeYears(place), year)
        expect({
          presence,
          owners: Object.fromEntries(owners.map(({ of, basis }) => [of, basis])),
          living: Object.fromEntries(residents.map(({ of, basis }) => [of.person, basis])),
        }).toEqual(asToldDayByDay(place, year))
      }),
      { numRuns: 150 },
    )
  })

  test('nothing is claimed outside of the records, and nobody is named twice', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1840, max: 1870 }), (place, year) => {
        const told = placeInYear(placeYears(place), year)
        for (const list of [told.owners, told.residents, told.organizations] as const)
          for (const fact of list) expect(covers(fact, year)).toBe(true)
        const named = [told.owners.map(({ of }) => of), told.residents.map(({ of }) => of.person), told.organizations.map(({ of }) => of)] // prettier-ignore
        for (const ids of named) expect(new Set(ids).size).toBe(ids.length)
        const years = [...place.ownership.map(({ date }) => date), ...place.residents.flatMap((row) => [row.date_start, row.date_end])].flatMap((day) => (day === null ? [] : [Math.floor(day / 10_000)])) // prettier-ignore
        if (year < Math.min(...years) || year > Math.max(...years)) expect([told.owners, told.residents]).toEqual([[], []]) // prettier-ignore
      }),
    )
  })

  test('rows in another order tell the same', () => {
    fc.assert(
      fc.property(anyRows, fc.integer(YEARS), (place, year) => {
        const turned = { ...place, ownership: place.ownership.toReversed(), residents: place.residents.toReversed(), premises: place.premises.toReversed() } // prettier-ignore
        const sets = (of: PlaceRows) => {
          const { owners, residents, organizations } = placeInYear(placeYears(of), year)
          return [owners.map(({ of, basis }) => `${of} ${basis}`), residents.map(({ of, basis }) => `${of.person} ${basis}`), organizations.map(({ of, basis }) => `${of} ${basis}`)].map((list) => list.sort()) // prettier-ignore
        }
        expect(sets(turned)).toEqual(sets(place))
      }),
    )
  })
})
