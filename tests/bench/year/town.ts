import { createRandom } from '#demo/random.ts'
import { placeYears, type PlaceRows, type PlaceYears, type Span } from '#rules/years/place-years.ts'

/** Censuses and directories. */
const ROLLS = [1851, 1866, 1871, 1891, 1911, 1921]
/** Shares of the places, and how many pictures there are for each. */
const DATED = 0.7
const ENDED = 0.15
const LIVED_IN = 0.55
const STAYING = 0.35
const PREMISES = 0.24
const PICTURES = 2.4

interface TownPlace {
  pk: number
  years: PlaceYears
  pictures: Span[]
}

/** Records of a town as a society has them after years of work: deeds, six rolls of residents, businesses, pictures at few places mostly. The same every time. */
export function townYears(count: number): TownPlace[] {
  const random = createRandom('a town and its years')
  const date = (from: number, to: number) => random.int(from, Math.max(from, to)) * 10_000
  let person = 0
  const pictures = Map.groupBy(
    Array.from({ length: Math.round(count * PICTURES) }, () => {
      const from = random.int(1855, 2010)
      return {
        pk: 1 + Math.floor(count * random.next() ** 3),
        from,
        to: random.chance(0.3) ? from + random.int(1, 9) : from,
      }
    }),
    ({ pk }) => pk,
  )
  return Array.from({ length: count }, (_, at): TownPlace => {
    const begun = date(1835, 1960)
    const isDated = random.chance(DATED)
    const ended = random.chance(ENDED) ? begun + date(20, 90) : null
    const deeds = random.int(0, 5)
    let household: number[] = []
    const residents = ROLLS.flatMap((year) => {
      if (year * 10_000 < begun || !random.chance(LIVED_IN)) return []
      if (!random.chance(STAYING)) household = Array.from({ length: random.int(1, 7) }, () => ++person)
      return household.map((each, order) => ({
        ...{ person: each, date_start: year * 10_000, date_end: null, role: '' as const, household_order: order + 1 },
      }))
    })
    const premises: PlaceRows['premises'][number][] = random.chance(PREMISES)
      ? Array.from({ length: random.int(1, 3) }, (_each, number) => {
          const start = date(Math.floor(begun / 10_000), 1990)
          return { organization: at * 3 + number + 1, date_start: start, date_end: start + date(1, 40) }
        })
      : []
    return {
      pk: at + 1,
      years: placeYears({
        place: isDated ? { date_start: begun, date_end: ended } : {},
        successors: [],
        names: random.chance(0.1) ? [{ name: `${at} Old Street`, date_start: null, date_end: date(1870, 1930) }] : [],
        ownership: Array.from({ length: deeds }, () => ({ lot: String(at), person: ++person, date: date(1835, 1995) })),
        residents,
        premises,
        organization: () => undefined,
      }),
      pictures: pictures.get(at + 1) ?? [],
    }
  })
}
