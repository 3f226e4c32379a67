import { expect, test } from 'vitest'
import { isPhrase, splitPhrases } from '#rules/search/phrases.ts'

test('phrases are in any kind of quotation marks, closed ones', () => {
  for (const phrase of ['"the mill"', ' “the mill” ', '„the mill“', '«the mill»'])
    expect(isPhrase(phrase), phrase).toBe(true)
  for (const text of ['the "mill"', '"the" "mill"', '"the mill', '""', 'mill']) expect(isPhrase(text), text).toBe(false)
  expect(splitPhrases('old “grist mill” road "half')).toEqual({ phrases: ['grist mill'], rest: 'old   road "half' })
})
