import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLikelySamePerson, likelyNames, likelyPeople, type PersonLike } from '#rules/people/likely-duplicates.ts'

const person = (name: string, born: number | null = null, died: number | null = null): PersonLike => {
  const [first_name = '', middle_name = '', surname = ''] = name.split('|')
  return { first_name, middle_name, surname, date_of_birth: born, date_of_death: died }
}
const isSame = (one: string, other: string) => isLikelySamePerson(person(one), person(other))

test.each([
  ['John||Calder', 'JOHN||calder'],
  ['José||Müller', 'Jose||Muller'],
  ['John|William|Calder', 'John||Calder'],
  ['John|William|Calder', 'William|John|Calder'],
  ['John|William|Calder', 'J.|W.|Calder'],
  ['J. W.||Calder', 'John|William|Calder'],
  ['William J.||Calder', 'John|William|Calder'],
  ['Mary||Mc Intosh', 'Mary||MacIntosh'],
  ['Mary||McIntosh', 'Mary||MACINTOSH'],
  ["Ann||O'Brien", 'Ann||OBrien'],
  ['Elizabeth||Calder', 'Elisabeth||Caldre'],
  ['Anne-Marie||Roy', 'Anne Marie||Roy'],
])('%s may be %s', (one, other) => {
  expect(isSame(one, other)).toBe(true)
})

test.each([
  ['John||Calder', 'James||Calder'],
  ['John||Hall', 'John||Hill'],
  ['John||Calder', 'John||Corwin'],
  ['John|William|Calder', 'John|Robert|Calder'],
  ['J.|J.|Calder', 'John|William|Calder'],
  ['John||Calder', '||Calder'],
])('%s is not %s', (one, other) => {
  expect(isSame(one, other)).toBe(false)
})

test('Dates tell a father from his son, and allow for rounded ages', () => {
  const father = person('John||Calder', 1843_00_00, 1910_03_04)
  expect(isLikelySamePerson(father, person('John||Calder', 1844_05_00))).toBe(true)
  expect(isLikelySamePerson(father, person('John||Calder', 1870_00_00))).toBe(false)
  expect(isLikelySamePerson(father, person('John||Calder', null, 1940_00_00))).toBe(false)
  expect(isLikelySamePerson(father, person('John||Calder', 1912_00_00))).toBe(false)
  expect(isLikelySamePerson(person('John||Calder', 1910_06_00), person('John||Calder', null, 1910_00_00))).toBe(true)
})

test('The likeliest person comes first', () => {
  const rows = [
    { id: 1, ...person('J.||Calder') },
    { id: 2, ...person('John||Calder') },
    { id: 3, ...person('John||Calder', 1843_00_00) },
    { id: 4, ...person('Jane||Corwin') },
  ]
  expect(likelyPeople(person('John||Calder', 1843_00_00), rows).map(({ id }) => id)).toEqual([3, 2, 1])
})

const name = fc.stringMatching(/^[A-Z][a-z]{1,9}$/)
const date = fc.option(fc.integer({ min: 1700, max: 1999 }).map((year) => year * 10_000))
const anyone = fc.record<PersonLike>({
  first_name: name,
  middle_name: fc.oneof(fc.constant(''), name),
  surname: name,
  date_of_birth: date,
  date_of_death: fc.constant(null),
})

test('Everybody is like themselves, however the name is written', () => {
  fc.assert(
    fc.property(anyone, (one) => {
      expect(isLikelySamePerson(one, one)).toBe(true)
      const shouted = {
        ...one,
        first_name: ` ${one.first_name.toUpperCase()}.`,
        surname: `${one.surname.toUpperCase()},`,
      }
      expect(isLikelySamePerson(one, shouted)).toBe(true)
      expect(isLikelySamePerson(one, { ...one, middle_name: '', date_of_birth: null })).toBe(true)
      const swapped = {
        ...one,
        first_name: one.middle_name || one.first_name,
        middle_name: one.middle_name && one.first_name,
      }
      expect(isLikelySamePerson(one, swapped)).toBe(true)
      expect(isLikelySamePerson(one, { ...one, first_name: one.first_name[0]! })).toBe(true)
    }),
  )
})
test('Two people are alike or not whichever is looked at first', () => {
  fc.assert(
    fc.property(anyone, anyone, name, (one, other, surname) => {
      expect(isLikelySamePerson(one, other)).toBe(isLikelySamePerson(other, one))
      const [a, b] = [
        { ...one, surname },
        { ...other, surname },
      ]
      expect(isLikelySamePerson(a, b)).toBe(isLikelySamePerson(b, a))
    }),
  )
})
test('A letter more or less in a long surname is a typing error', () => {
  fc.assert(
    fc.property(anyone, fc.stringMatching(/^[A-Z][a-z]{5,9}$/), fc.nat(5), (one, surname, at) => {
      const mistyped = surname.slice(0, at + 1) + surname.slice(at + 2)
      fc.pre(!/^mac/i.test(surname) && !/^mac/i.test(mistyped))
      expect(isLikelySamePerson({ ...one, surname }, { ...one, surname: mistyped })).toBe(true)
    }),
  )
})

test('Organizations and subjects are found by any of their names', () => {
  const rows = [
    { id: 1, names: ['Calder & Sons Sawmill', 'Calder Mill'] },
    { id: 2, names: ['The Calder Mill Company'] },
    { id: 3, names: ['Methodist Church'] },
    { id: 4, names: ['Sawmills'] },
    { id: 5, names: ['The Company', ''] },
  ]
  const found = (...names: string[]) => likelyNames(names, rows).map(({ id }) => id)
  expect(found('calder mill')).toEqual([1, 2])
  expect(found('Calder and Sons Sawmill')).toEqual([1])
  expect(found('New name', 'Calder Mill Co.')).toEqual([1, 2])
  expect(found('Sawmill')).toEqual([4])
  expect(found('Methodist Chuch')).toEqual([3])
  expect(found('the company')).toEqual([5])
  expect(found('Baptist Church')).toEqual([])
  expect(found('')).toEqual([])
})
