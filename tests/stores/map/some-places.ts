import fc from 'fast-check'
import { placeYears, type PlaceRows, type PlaceYears, type Span } from '#rules/years/place-years.ts'

const date = fc.option(
  fc.integer({ min: 1825, max: 2030 }).map((year) => year * 10_000),
  { freq: 3 },
)
const number = fc.integer({ min: 1, max: 4 })
const some = <Row>(row: Record<keyof Row, fc.Arbitrary<unknown>>) =>
  fc.array(fc.record(row) as fc.Arbitrary<Row>, { maxLength: 5 })
type Rows<Name extends keyof PlaceRows> = PlaceRows[Name] extends readonly (infer Row)[] ? Row : never
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
    names: some<Rows<'names'>>({ name: fc.constantFrom('1 Mill Row', 'The Depot'), ...period }),
    ownership: some<Rows<'ownership'>>({ lot: fc.constantFrom('1', '2'), person: number, date }),
    residents: some<Rows<'residents'>>({
      person: number,
      ...period,
      role: fc.constant(''),
      household_order: fc.option(number),
    }),
    premises: some<Rows<'premises'>>({ organization: number, ...period }),
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
