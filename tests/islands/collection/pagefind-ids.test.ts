import { expect, test } from 'vitest'
import { openEngine } from '#islands/search/engine.ts'
import { fakeIndex } from '../search/fake-index.ts'

const { parts } = fakeIndex([
  { title: 'The mill', kind: 'item', type: 'video', score: 1 },
  { title: 'Mill, Harriet', kind: 'person', score: 9 },
  { title: 'Old mill', kind: 'item', score: 5 },
  { title: 'Harbour', kind: 'item', score: 7 },
])
const ids = openEngine(parts).itemIds

test('ids of the matching items, best first', async () => {
  expect(await ids('mill', [1, 3, 4])).toEqual([3, 1])
  expect(await ids('qwertzuiop', [1, 3, 4])).toEqual([])
})

test('an index from another build than the catalogue rejects', async () => {
  await expect(ids('mill', [1, 3])).rejects.toThrow(/different builds/)
  await expect(ids('mill', [1, 2, 4])).rejects.toThrow(/different builds/)
})
