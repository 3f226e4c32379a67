import { expect, test } from 'vitest'
import { isPhrase, splitPhrases } from '#rules/search/phrases.ts'
import { corrected, nearestWords } from '#rules/search/spelling.ts'

const WORDS = ['brook', 'brooklyn', 'brooks', 'bridge', 'ridge', 'zebra']

test('the most similar words begin with the same letter; a third of a word may be wrong', () => {
  expect(nearestWords('brookyn', WORDS, 2)).toEqual(['brooklyn', 'brook'])
  expect(nearestWords('brigde', WORDS, 1)).toEqual(['bridge'])
  expect(nearestWords('ridgde', WORDS, 1)).toEqual(['ridge'])
  expect(nearestWords('bri', ['bro', 'b'], 1)).toEqual(['bro'])
  expect(nearestWords('xylophone', WORDS, 1)).toEqual([])
})

test('the corrected search is written as it was typed', () => {
  const unknown = [{ word: 'brookyn', nearest: 'brooklyn' }]
  expect(corrected(' Brookyn Bridge', unknown)).toBe('Brooklyn Bridge')
  expect(corrected('"the brookyn  bridge"', unknown)).toBe('"the brooklyn  bridge"')
  expect(corrected('Brookyn Xyz', [...unknown, { word: 'xyz' }])).toBeUndefined()
  expect(corrected('Bridge', [])).toBeUndefined()
})

test('phrases are in any kind of quotation marks, closed ones', () => {
  for (const phrase of ['"the mill"', ' “the mill” ', '„the mill“', '«the mill»'])
    expect(isPhrase(phrase), phrase).toBe(true)
  for (const text of ['the "mill"', '"the" "mill"', '"the mill', '""', 'mill']) expect(isPhrase(text), text).toBe(false)
  expect(splitPhrases('old “grist mill” road "half')).toEqual({ phrases: ['grist mill'], rest: 'old   road "half' })
})
