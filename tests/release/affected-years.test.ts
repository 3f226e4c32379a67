import { expect, test } from 'vitest'
import { affectedBy } from '#release/update/affected.ts'
import { changedPages, viewHashes } from '#release/update/contents.ts'
import { anItem, archiveOf, aZone } from '../snapshot/pages/archive-of.ts'

const locations = Array.from({ length: 250 }, (_, at) =>
  aZone(at + 1, at, { date_start: 18500000, date_end: 18500000 }),
)
const items = [anItem(1, { date_start: 18000000 }), anItem(2, { date_start: 18760000 })]
const taken = anItem(3, {
  date_start: 18500400,
  location: { id: 249, name: '' },
  item_scans: [{ id: 3, version: 'a' }],
})

test('an item changes the pages of its years, the first pages of those around, and the years beside that lead to it', () => {
  const without = archiveOf({ items, locations: [] })
  const change = { before: [taken], after: [] }
  const { hasPage } = affectedBy(without, change)
  const pages = (...years: string[]) => years.map((year) => hasPage(`/years/${year}/`))
  expect(pages('1850', '1850/2', '1849', '1845', '1855', '1800', '1876')).toEqual(Array(7).fill(true))
  expect(pages('1844', '1856', '1849/2', '1800/2', '1875')).toEqual(Array(5).fill(false))
  const earlier = viewHashes(archiveOf({ items: [...items, taken], locations: [] }))
  const [all, views] = [viewHashes(without), {}]
  const changed = [...changedPages(without, earlier, views, { affected: affectedBy(without, change) })]
  expect(views).toEqual(all)
  expect(changed.filter((address) => address.startsWith('/years/'))).toEqual(['/years/1800/', '/years/1876/'])
})

test('the page of the table on which the place of an item stands is made again, the others stay', () => {
  const [before, after] = [archiveOf({ items, locations }), archiveOf({ items: [...items, taken], locations })]
  const affected = affectedBy(after, { before: [], after: [taken] })
  const views = {}
  const changed = [...changedPages(after, viewHashes(before), views, { affected })]
  expect(views).toEqual(viewHashes(after))
  // The first page has a picture and the plan.
  expect(changed.filter((address) => address.startsWith('/years/'))).toEqual(['/years/1850/', '/years/1850/2/'])
})

test('an item of more than ten years is of none', () => {
  const long = anItem(4, { date_start: 18500000, date_end: 18700000 })
  const { hasPage } = affectedBy(archiveOf({ items: [...items, long] }), { before: [], after: [long] })
  expect(hasPage('/years/1850/')).toBe(false)
})
