import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPresumedLiving, latestBirths, privacyOf, type Families, type Life } from '#rules/access/living.ts'

const RULE = { today: 20261127, limit: 100 }
const life = (id: number, more: Partial<Life> = {}): Life => ({
  ...{ id, date_of_birth: null, date_of_birth_text: '', isDead: false, date_of_death: null, seen: null },
  ...more,
})
const NOBODY: Families = { parents: [], couples: [] }
const living = (lives: Life[], families: Families = NOBODY): number[] => {
  const births = latestBirths(lives, families)
  return lives.filter((each) => isPresumedLiving(each, births.get(each.id), RULE)).map(({ id }) => id)
}

test.each([
  ['born today a hundred years ago', { date_of_birth: 19261127 }, false],
  ['a day later', { date_of_birth: 19261128 }, true],
  ['in that year, which may be later', { date_of_birth: 19260000 }, true],
  ['in the year before', { date_of_birth: 19250000 }, false],
  ['in words only', { date_of_birth_text: 'about 1950' }, true],
  ['in words only, long ago', { date_of_birth_text: 'before 1900' }, false],
  ['after a year', { date_of_birth: 19200000, date_of_birth_text: 'after 1920' }, true],
  ['after a year, long ago', { date_of_birth: 18500000, date_of_birth_text: 'after 1850' }, false],
  ['lately, and dead', { date_of_birth: 19800000, isDead: true }, false],
  ['unknown', {}, false],
  ['unknown, seen lately', { seen: 19500101 }, true],
  ['unknown, seen long ago', { seen: 19100101 }, false],
  ['long ago, and named lately', { date_of_birth: 18500101, seen: 20200101 }, false],
])('%s', (_, facts, expected) => {
  expect(living([life(1, facts)]).length > 0).toBe(expected)
})

describe('of those without dates', () => {
  const undated = life(1)
  test.each<[string, Life, Families, boolean]>([
    ['a child of 1960', life(2, { date_of_birth: 19600000, isDead: true }), { parents: [[1, 2]], couples: [] }, true],
    ['a child of 1900', life(2, { date_of_birth: 19000000, isDead: true }), { parents: [[1, 2]], couples: [] }, false],
    ['a parent of 1920', life(2, { date_of_birth: 19200000, isDead: true }), { parents: [[2, 1]], couples: [] }, true],
    ['a parent of 1850', life(2, { date_of_birth: 18500000, isDead: true }), { parents: [[2, 1]], couples: [] }, false],
    [
      'a parent of 1880 who died in 1910',
      life(2, { date_of_birth: 18800000, isDead: true, date_of_death: 19100101 }),
      { parents: [[2, 1]], couples: [] },
      false,
    ],
    ['a husband of 1930', life(2, { date_of_birth: 19300000, isDead: true }), { parents: [], couples: [[1, 2]] }, true],
    ['a wife of 1870', life(2, { date_of_birth: 18700000, isDead: true }), { parents: [], couples: [[2, 1]] }, false],
  ])('%s tells', (_, other, families, expected) => {
    expect(living([undated, other], families).includes(1)).toBe(expected)
  })
})

/** Families with loops and people who are their own grandparents, as real files have them. */
const family = fc.integer({ min: 1, max: 12 }).chain((count) => {
  const id = fc.integer({ min: 1, max: count })
  const date = fc.option(
    fc.integer({ min: 1780, max: 2020 }).map((year) => year * 10_000),
    { nil: null },
  )
  const pairs = fc.array(fc.tuple(id, id), { maxLength: 20 })
  return fc.record({
    lives: fc.tuple(
      ...Array.from({ length: count }, (_, at) =>
        fc
          .record({ date_of_birth: date, date_of_death: date, seen: date })
          .map((dates) => life(at + 1, { ...dates, isDead: dates.date_of_death !== null })),
      ),
    ),
    families: fc.record({ parents: pairs, couples: pairs }),
  })
})

test('in any family: the dead do not live, nor do those of whom nothing is known; those born lately do', () => {
  fc.assert(
    fc.property(family, ({ lives, families }) => {
      const found = new Set(living(lives, families))
      const births = latestBirths(lives, families)
      for (const each of lives) {
        if (each.isDead || !births.has(each.id)) expect(found.has(each.id)).toBe(false)
        else if (each.date_of_birth !== null) expect(found.has(each.id)).toBe(each.date_of_birth + 9999 > 19261127)
      }
    }),
  )
})

test('another relation can only make the latest birth earlier', () => {
  fc.assert(
    fc.property(family, ({ lives, families }) => {
      const all = latestBirths(lives, families)
      const fewer = latestBirths(lives, { parents: families.parents.slice(1), couples: families.couples.slice(1) })
      for (const [id, birth] of fewer) expect(all.get(id)!).toBeLessThanOrEqual(birth)
    }),
  )
})

test.each([
  ['', true, 'names', 'names'],
  ['', true, 'hidden', 'hidden'],
  ['', true, 'shown', 'full'],
  ['', false, 'hidden', 'full'],
  ['shown', true, 'hidden', 'full'],
  ['private', false, 'shown', 'names'],
  ['private', false, 'hidden', 'hidden'],
] as const)('choice “%s”, living %s, mode %s: %s', (choice, isLiving, mode, expected) => {
  expect(privacyOf(choice, isLiving, mode)).toBe(expected)
})
