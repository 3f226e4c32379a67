import { expect, test } from 'vitest'
import { createItemPager } from '#islands/behaviours/item-pager.ts'
import type { ItemSummary } from '#views/item-lists.ts'
import { aZoneItem } from '../../views/a-zone.ts'

const many = (count: number, first = 1) => Array.from({ length: count }, (_, at) => aZoneItem(first + at))
const ids = (items: readonly ItemSummary[]) => items.map((item) => item.id)
const settled = () => new Promise((done) => setTimeout(done))

/** Answers that the test releases. */
function slowServer() {
  const waiting = new Map<number, { answer: (count: number, items: ItemSummary[]) => void; fail: () => void }>()
  const read = (page: number) =>
    new Promise<{ count: number; items: ItemSummary[] }>((resolve, reject) =>
      waiting.set(page, {
        answer: (count, items) => resolve({ count, items }),
        fail: () => reject(new Error('away')),
      }),
    )
  return { read, waiting }
}

test("the snapshot's page shows at once, then the archive's", async () => {
  const { read, waiting } = slowServer()
  const pages = createItemPager(read)
  pages.offer(many(7), 7)
  pages.goToPage(2)
  expect(pages.$page.get()).toMatchObject({ state: 'ready', page: 2 })
  expect(ids(pages.$page.get().items)).toEqual([6, 7])
  waiting.get(2)!.answer(8, many(3, 6))
  await settled()
  expect(ids(pages.$page.get().items)).toEqual([6, 7, 8])
  expect(pages.$page.get().count).toBe(8)
})

test("with the API away the snapshot's page stays; without a snapshot it fails, and can be retried", async () => {
  const { read, waiting } = slowServer()
  const pages = createItemPager(read)
  pages.offer(many(7), 7)
  pages.goToPage(2)
  expect(pages.$page.get().away).toBe(false)
  waiting.get(2)!.fail()
  await settled()
  expect(pages.$page.get()).toMatchObject({ state: 'ready', page: 2, away: true })
  pages.goToPage(1)
  waiting.get(1)!.answer(7, many(5))
  await settled()
  expect(pages.$page.get()).toMatchObject({ page: 1, away: false })

  const bare = createItemPager(read)
  bare.offer(many(5), 7)
  bare.goToPage(2)
  expect(bare.$page.get()).toMatchObject({ state: 'loading', page: 2 })
  waiting.get(2)!.fail()
  await settled()
  expect(bare.$page.get()).toMatchObject({ state: 'failed', page: 2 })
  bare.goToPage(2)
  waiting.get(2)!.answer(7, many(2, 6))
  await settled()
  expect(bare.$page.get()).toMatchObject({ state: 'ready', page: 2 })
})

test('a late answer never replaces a newer page', async () => {
  const { read, waiting } = slowServer()
  const pages = createItemPager(read)
  pages.offer(many(5), 15)
  pages.goToPage(2)
  pages.goToPage(3)
  waiting.get(3)!.answer(15, many(5, 11))
  await settled()
  waiting.get(2)!.answer(15, many(5, 6))
  await settled()
  expect(pages.$page.get()).toMatchObject({ page: 3 })
  expect(ids(pages.$page.get().items)).toEqual([11, 12, 13, 14, 15])

  pages.goToPage(2)
  pages.goToPage(1)
  waiting.get(2)!.fail()
  await settled()
  expect(pages.$page.get().state).toBe('loading')
})

test('renewed items do not reset the current page', async () => {
  const { read, waiting } = slowServer()
  const pages = createItemPager(read)
  pages.offer(many(12), 12)
  pages.goToPage(3)
  pages.offer(many(5, 100), 17)
  expect(pages.$page.get()).toMatchObject({ page: 3, pages: 4, count: 17 })
  expect(ids(pages.$page.get().items)).toEqual([11, 12])
  waiting.get(3)!.answer(17, many(5, 11))
  await settled()
  expect(ids(pages.$page.get().items)).toEqual([11, 12, 13, 14, 15])
})

test('a last page that is gone becomes the one before', async () => {
  const { read, waiting } = slowServer()
  const pages = createItemPager(read)
  pages.offer(many(5), 11)
  pages.goToPage(3)
  waiting.get(3)!.answer(9, [])
  await settled()
  waiting.get(2)!.answer(9, many(4, 6))
  await settled()
  expect(pages.$page.get()).toMatchObject({ state: 'ready', page: 2, pages: 2, count: 9 })
})

test('after stop nothing changes', async () => {
  const { read, waiting } = slowServer()
  const pages = createItemPager(read)
  pages.offer(many(5), 11)
  pages.goToPage(2)
  const before = pages.$page.get()
  pages.stop()
  waiting.get(2)!.answer(11, many(5, 6))
  await settled()
  expect(pages.$page.get()).toBe(before)
})
