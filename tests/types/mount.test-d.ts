import { test } from 'vitest'
import type { Mount } from '#server/http/mount.ts'

declare const mount: Mount

test('a call that is not in the table cannot be mounted', () => {
  // @ts-expect-error There is no such call.
  mount('everything', () => [])
})
test('a handler answers what the table says', () => {
  mount('lots', ({ query }) => [{ lotNum: '1', location: query.search ?? null }])
  // @ts-expect-error A lot has a lotNum.
  mount('lots', () => [{ location: 1 }])
  // @ts-expect-error There is no such parameter.
  mount('lots', ({ query }) => [{ lotNum: String(query.lot) }])
})
test('only a path with an id hands one over', () => {
  mount('person', ({ id }) => ({ id }))
  // @ts-expect-error This path has none.
  mount('people', ({ id }) => [{ id }])
})
