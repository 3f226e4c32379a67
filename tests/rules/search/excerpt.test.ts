import { expect, test } from 'vitest'
import { excerptOf } from '#server/repositories/search.ts'

test('an excerpt is the text around the first match, or the beginning', () => {
  const long = `${'one two three '.repeat(40)}the church stood here ${'and more '.repeat(40)}`
  expect(excerptOf('A short\n text', 'church')).toBe('A short text')
  expect(excerptOf(long, 'churches')).toMatch(/^…(?:\w+ ){8}church stood here and more .*…$/)
  expect(excerptOf(long, 'mill')).toMatch(/^one two three .*…$/)
  expect(excerptOf(long, 'churches').length).toBeLessThanOrEqual(201)
})
