import fc from 'fast-check'
import { placeYears, type PlaceYears, type Span } from '#rules/years/place-years.ts'

const date = fc.option(
  fc.integer({ min: 1825, max: 2030 }).map((year) => year * 10_000),
  { freq: 3 },
)
const number = fc.integer({ min: 1, max: 4 })
const some = <Row>(row: { [Key in keyof Row]: fc.Arbitrary<Row[Key]> }) => fc.array(fc.record(row), { maxLength: 5 })
const period = { date_start: date, date_end: date }

export interface SomePlace {
  pk: number
  years: PlaceYears
  pictures: Span[]
}
const place = fc
  .record({
    place: fc.record(period),
    successors: fc.array(date, { maxLength: 2 }),
    names: some({ name: fc.constantFrom('1 Mill Row', 'The Depot'), ...period }),
    ownership: some({ lot: fc.constantFrom('1', '2'), person: number, date }),
    residents: some({
      person: number,
      ...period,
      role: fc.constant('' as const),
      household_order: fc.option(number),
    }),
    premises: some({ organization: number, ...period }),
    opened: date,
  })
  .map(({ opened, ...rows }) =>
    placeYears({ ...rows, organization: () => ({ date_opened: opened, date_closed: null }) }),
  )
const picture = fc
  .tuple(fc.integer({ min: 1830, max: 2020 }), fc.nat(12))
  .map(([from, more]): Span => ({ from, to: from + more }))

/** Places as records may have them: with ends before their beginnings, and owners of what is gone. */
export const somePlaces = fc
  .array(
    fc.record({ years: place, pictures: fc.array(picture, { maxLength: 9 }), gap: fc.integer({ min: 1, max: 90 }) }),
    {
      maxLength: 12,
    },
  )
  .map((places) => {
    let pk = 0
    return places.map(({ years, pictures, gap }): SomePlace => ({ pk: (pk += gap), years, pictures }))
  })
