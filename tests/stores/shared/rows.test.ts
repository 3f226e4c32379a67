import { expect, test } from 'vitest'
import * as v from 'valibot'
import { rowsOf } from '#stores/shared/rows.ts'

const row = v.object({ id: v.number() })

test('rows that cannot be read are left out; what is no list is refused', () => {
  expect(rowsOf(row, [{ id: 1 }, null, 'x', { id: '2' }, { id: 3, more: 1 }])).toEqual([{ id: 1 }, { id: 3 }])
  for (const answer of [null, {}, 'rows', { results: [] }]) expect(() => rowsOf(row, answer)).toThrow()
})
