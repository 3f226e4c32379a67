import { expect, test } from 'vitest'
import { prepareCards, viewHashes } from '#release/update/contents.ts'
import { archiveOf, anItem, aZone } from '../snapshot/pages/archive-of.ts'

const town = () =>
  archiveOf({
    items: Array.from({ length: 2500 }, (_, at) =>
      anItem(at + 1, { date_start: (1850 + (at % 90)) * 10_000, location: { id: 1, name: 'Mill Street 1' } }),
    ),
    locations: [aZone(1, 1)],
  })

test('pages are compared by the same hashes, whether cards were made beforehand or not', async () => {
  const prepared = town()
  await prepareCards(prepared, () => false)
  expect(viewHashes(prepared)).toEqual(viewHashes(town()))
})

test('cards are made a thousand at a time, and no more once an update waits', async () => {
  let asked = 0
  await prepareCards(town(), () => (asked += 1) > 3)
  expect(asked).toBe(3)
  await prepareCards(town(), () => (asked += 1) === 5)
  expect(asked).toBe(5)
})
