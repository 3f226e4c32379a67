import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { editDistance } from '#rules/search/edit-distance.ts'
import { openVocabulary } from '#islands/search/vocabulary.ts'
import { writeWords } from '#release/search/write-words.ts'

/** A vocabulary as the build writes it, in files of `size` words. */
async function vocabularyOf(words: Iterable<string>, size?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vocabulary-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = writeWords(folder, new Set(words), '', size)
  writeFileSync(join(folder, 'words.json'), JSON.stringify({ version: 'one', shards: [{ files }] }))
  const asked: string[] = []
  const vocabulary = await openVocabulary(async (address) => {
    asked.push(address)
    return readFileSync(join(folder, address.replace('/pagefind/', '')), 'utf8')
  })
  return { vocabulary, asked }
}

test('beginnings of words are found across its files', async () => {
  const word = fc.string({ unit: fc.constantFrom(...'abz1é東'), minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(word, { maxLength: 30 }),
      word,
      fc.integer({ min: 1, max: 5 }),
      async (words, typed, size) => {
        const { vocabulary } = await vocabularyOf(words, size)
        expect(await vocabulary.has(typed)).toBe(words.some((each) => each.startsWith(typed)))
        for (const each of words) expect(await vocabulary.has(each)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('a word loads one file, once', async () => {
  const words = Array.from({ length: 5000 }, (_, at) => `word${String(at).padStart(4, '0')}`)
  const { vocabulary, asked } = await vocabularyOf(words)
  expect(await vocabulary.has('word2345')).toBe(true)
  expect(await vocabulary.has('word2346x')).toBe(false)
  expect(asked).toHaveLength(2)
})

test('the most similar word is found, and none if no word is similar', async () => {
  const { vocabulary } = await vocabularyOf(['harbour', 'harbours', 'harness', 'postcard', 'mill', 'mile'], 2)
  for (const [typed, nearest] of [
    ['harbuor', 'harbour'],
    ['harbor', 'harbour'],
    ['harnes', 'harness'],
    ['milk', 'mile'],
    ['pstcard', 'postcard'],
    ['hqwrtz', undefined],
    ['xylophone', undefined],
    ['mx', undefined],
  ])
    expect([typed, await vocabulary.nearest(typed!)]).toEqual([typed, nearest])
})

test('a file that cannot be loaded rejects, and is retried', async () => {
  let broken = true
  const vocabulary = await openVocabulary(async (address) => {
    if (address.endsWith('.json')) return JSON.stringify({ version: '1', shards: [{ files: [['a', 'x']] }] })
    if (broken) throw new Error('404')
    return 'a\nmill'
  })
  await expect(vocabulary.has('mi')).rejects.toThrow('404')
  broken = false
  expect(await vocabulary.has('mi')).toBe(true)
})

test('the distance counts inserted, deleted, replaced and swapped letters', () => {
  for (const [one, other, distance] of [
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['harbuor', 'harbour', 1],
    ['ab', 'ba', 1],
  ] as const)
    expect([one, other, editDistance(one, other)]).toEqual([one, other, distance])
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one))
      expect(editDistance(one, other) === 0).toBe(one === other)
      expect(editDistance(one, other)).toBeGreaterThanOrEqual(Math.abs(one.length - other.length))
    }),
  )
})
