import { expect, test } from 'vitest'
import { createItemWords } from '#islands/collection/pagefind-ids.ts'
import { openEngine } from '#islands/search/engine.ts'
import { fakeIndex } from '../search/fake-index.ts'

test('ids of the items that hold the words, the best first, without reading one', async () => {
  const { pagefind, calls } = fakeIndex([
    { title: 'The mill', kind: 'item', type: 'video', score: 1 },
    { title: 'Mill, Harriet', kind: 'person', score: 9 },
    { title: 'Old mill', kind: 'item', score: 5 },
    { title: 'Harbour', kind: 'item', score: 7 },
  ])
  const search = pagefind.search
  pagefind.search = async (words) => ({
    results: (await search(words)).results.map((each) => ({
      ...each,
      data: () => Promise.reject(new Error('must not be read')),
    })),
  })
  expect(await createItemWords(openEngine(async () => pagefind))('mill')).toEqual([3, 1])
  expect(calls).toEqual(['mill'])
})
