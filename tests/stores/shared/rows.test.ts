import { expect, test } from 'vitest'
import * as v from 'valibot'
import { validRows } from '#stores/shared/rows.ts'

const row = v.object({ id: v.number() })

test('invalid rows are left out; an answer that is not a list throws', () => {
  expect(validRows(row, [{ id: 1 }, null, 'x', { id: '2' }, { id: 3, more: 1 }])).toEqual([{ id: 1 }, { id: 3 }])
  for (const answer of [null, {}, 'rows', { results: [] }]) expect(() => validRows(row, answer)).toThrow()
})
