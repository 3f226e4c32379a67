import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelOf } from '#rules/map/holdings.ts'
import { placeInYear } from '#rules/years/place-years.ts'
import { packYears, readYears } from '#rules/years/year-file.ts'
import { openYears } from '#stores/map/year-cursor.ts'
import { LOOK } from '#stores/map/year-look.ts'
import { OF_THE_TIME } from '#stores/shared/years.ts'
import { somePlaces, type SomePlace } from './some-places.ts'

const open = (places: readonly SomePlace[]) => openYears(readYears(JSON.parse(JSON.stringify(packYears(places)))))()
const years = fc.integer({ min: 1825, max: 2035 })

/** What the rule says of a place in a year, and so of one of several years. */
function said({ years, pictures }: SomePlace, from: number, to: number) {
  const all = Array.from({ length: to - from + 1 }, (_, at) => placeInYear(years, from + at))
  const there = all.filter(({ presence }) => presence !== 'gone')
  const seen = pictures.filter((each) => {
    const { exists } = years
    const start = Math.max(each.from!, exists?.from ?? -Infinity)
    const end = Math.min(each.to!, exists?.to ?? Infinity)
    return start <= end && start <= to + OF_THE_TIME && end >= from - OF_THE_TIME
  })
  return {
    gone: there.length === 0,
    undated: years.exists === null,
    owned: there.some(({ owners }) => owners.length > 0),
    lived: there.some(({ residents }) => residents.length > 0),
    business: there.some(({ organizations }) => organizations.length > 0),
    level: levelOf(seen.length),
  }
}
function shown(cursor: ReturnType<typeof open>, pk: number) {
  const look = cursor.look(pk)
  return {
    gone: (look & LOOK.gone) > 0,
    undated: (look & LOOK.undated) > 0,
    business: (look & LOOK.business) > 0,
    level: Math.floor(look / LOOK.level),
  }
}

test('moved about at random, the cursor says what the rule says, of years and of spans', () => {
  fc.assert(
    fc.property(
      somePlaces,
      fc.array(fc.tuple(years, fc.oneof(fc.constant(0), fc.nat(60))), { minLength: 1, maxLength: 6 }),
      (places, moves) => {
        const cursor = open(places)
        for (const [start, length] of moves) {
          const before = new Map(places.map(({ pk }) => [pk, cursor.look(pk)]))
          const changed = cursor.move({ start, end: start + length })
          const all = places.map((place) => said(place, start, start + length))
          expect(places.map(({ pk }) => shown(cursor, pk))).toEqual(all.map(({ owned: _, lived: __, ...look }) => look))
          expect(changed.toSorted((a, b) => a - b)).toEqual(
            places.flatMap(({ pk }) => (before.get(pk) === cursor.look(pk) ? [] : [pk])),
          )
          const many = (is: (each: (typeof all)[number]) => boolean) => all.filter(is).length
          expect(cursor.counts()).toEqual({
            places: many(({ gone }) => !gone),
            owned: many(({ owned }) => owned),
            lived: many(({ lived }) => lived),
            businesses: many(({ business }) => business),
            pictured: many(({ level }) => level > 0),
            undated: many(({ undated }) => undated),
          })
        }
      },
    ),
    { numRuns: 1000 },
  )
})

test.each([[null], [{}], [[]], [{ places: [1], exists: ['1', '2', ''] }]])('%j is no such file', (file) => {
  expect(() => readYears(file)).toThrow()
})
