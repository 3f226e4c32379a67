import * as v from 'valibot'
import { expect, test } from 'vitest'
import { item } from '#contract/item.ts'
import { openingPictures, placePictures } from '#rules/media/opening-pictures.ts'

const anItem = (id: number, place: number | null, more: object = {}) =>
  v.parse(item, {
    ...{ id, type: 'photograph', visibility: 'published', title: `Item ${id}`, item_scans: [{ id }] },
    ...(place !== null && { location: { id: place, name: `Place ${place}` } }),
    ...more,
  })
const idsOf = (items: readonly { id: number }[]) => items.map(({ id }) => id)
/** Each place has one picture less than the place before it. */
const town = (places: number) =>
  Array.from({ length: places }, (_, at) =>
    Array.from({ length: places - at + 1 }, (_, nth) => anItem(at * 100 + nth + 1, at + 1)),
  ).flat()

test('one picture each of the fullest places, and other places each day of a round', () => {
  const items = town(60)
  const days = Array.from({ length: 8 }, (_, day) => openingPictures(items, day, 6))
  for (const day of days) expect(new Set(day.map(({ location }) => location!.id)).size).toBe(6)
  expect(new Set(days.flat().map(({ location }) => location!.id))).toEqual(
    new Set(Array.from({ length: 48 }, (_, at) => at + 1)),
  )
  expect(idsOf(openingPictures(items, 3, 6)), 'the same all day').toEqual(idsOf(days[3]!))
  const next = openingPictures(items, 8, 6)
  expect(next.map(({ location }) => location!.id)).toEqual(days[0]!.map(({ location }) => location!.id))
  expect(idsOf(next), 'with another picture').not.toEqual(idsOf(days[0]!))
})

test('photographs before papers, and from different decades where there are some', () => {
  const dated = (id: number, place: number, year: number, type = 'photograph') =>
    anItem(id, place, { type, date_start: year * 10_000 })
  const items = [
    ...[dated(1, 1, 1891, 'paper_record'), dated(2, 1, 1891), dated(6, 1, 1892)],
    ...[dated(3, 2, 1893), dated(4, 2, 1925)],
    ...[dated(5, 3, 1894)],
  ]
  expect(idsOf(openingPictures(items, 0, 3))).toEqual([2, 4, 5])
})

test('a small archive shows what it has, without a picture nothing', () => {
  expect(
    idsOf(openingPictures([anItem(1, null), anItem(2, 1), anItem(3, 1), anItem(4, 2, { item_scans: [] })], 5, 6)),
  ).toEqual(expect.arrayContaining([1, 2, 3]))
  expect(openingPictures([anItem(4, 2, { item_scans: [] })], 5, 6)).toEqual([])
  expect(openingPictures([], 5, 6)).toEqual([])
})

test('what staff starred comes first; with more than six, each day has others', () => {
  const items = town(30).map((each) => ({ ...each, starred: each.id % 100 === 1 && each.id < 800 }))
  const starred = new Set(idsOf(items.filter((each) => each.starred)))
  expect(starred.size).toBe(8)
  const [today, tomorrow] = [idsOf(openingPictures(items, 0, 6)), idsOf(openingPictures(items, 1, 6))]
  expect([...today, ...tomorrow].every((id) => starred.has(id))).toBe(true)
  expect(new Set([...today, ...tomorrow])).toEqual(starred)
  const few = items.map((each) => ({ ...each, starred: each.id === 1501 }))
  expect(idsOf(openingPictures(few, 4, 6))[0]).toBe(1501)
  expect(openingPictures(few, 4, 6)).toHaveLength(6)
})

test('on the map the best photograph of each place lies, the fullest places first; papers and items without a place do not', () => {
  const items = [
    anItem(1, 7),
    ...[anItem(2, 8), anItem(3, 8)],
    ...[anItem(4, null), anItem(5, 9, { type: 'paper_record' }), anItem(6, 9, { item_scans: [] })],
  ]
  expect(idsOf(placePictures(items))).toEqual([2, 1])
  const many = Array.from({ length: 400 }, (_, at) => anItem(at + 1, at + 1))
  expect(placePictures(many)).toHaveLength(300)
})
