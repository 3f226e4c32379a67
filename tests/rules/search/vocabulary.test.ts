import { expect, test } from 'vitest'
import { INDEX_NAME } from '#rules/search/vocabulary.ts'

test('the shards of an index of millions of records have names of their own, in letters and digits', () => {
  const names = Array.from({ length: 100 }, (_, at) => INDEX_NAME.shard(at))
  expect(names.slice(0, 3)).toEqual(['a', 'b', 'c'])
  expect(names.slice(24, 28)).toEqual(['y', 'z', 'a1', 'b1'])
  expect(new Set(names).size).toBe(100)
  for (const name of names) expect(name).toMatch(/^[a-z]\d*$/)
})
