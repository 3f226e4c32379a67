import { expect, test } from 'vitest'
import { fieldsText, withoutShared } from '#islands/review/AuditStep.tsx'

const named = (...fields: string[]) => fieldsText('items', fields.map((field) => ({ field }))) // prettier-ignore

test('a step names the fields that it changed, and counts them where they are many', () => {
  expect(named('title')).toBe('title')
  expect(named('title', 'general_description')).toBe('title and description')
  expect(named('title', 'type', 'location', 'creator')).toBe('title, type, location and creator')
  expect(named('title', 'type', 'location', 'creator', 'people')).toBe('title, type, location and 2 more fields')
})

test('of a list only what went and what came is shown', () => {
  expect(withoutShared([1, 2], [2, 3])).toEqual([[1], [3]])
  expect(withoutShared([1, 2], [2])).toEqual([[1], []])
  expect(withoutShared([1, 2], [2, 1]), 'the order').toEqual([[1, 2], [2, 1]]) // prettier-ignore
  expect(withoutShared('a', 'b')).toEqual(['a', 'b'])
})
