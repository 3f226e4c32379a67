import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCborReader, createCborWriter, type CborWriter } from '#release/search/cbor.ts'
import { evenChunks, wordChunks, type IndexedWord } from '#release/search/word-chunks.ts'

const MOST = 40
const words = fc
  .uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '🪿'), minLength: 1, maxLength: 5 }), { maxLength: 60 })
  .chain((list) =>
    fc.tuple(
      ...list
        .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        .map((word) =>
          fc.integer({ min: 1, max: 60 }).map((size): IndexedWord => ({ word, bytes: Buffer.alloc(size) })),
        ),
    ),
  )

/** Which files Pagefind 1.6 asks for, out of its `request_indexes`. */
function asked<File extends { from: string; to: string }>(files: readonly File[], typed: string): File[] {
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const cut = (text: string, other: string) => [...text].slice(0, [...other].length).join('')
  const strict = files.filter(({ from, to }) => compare(typed, from) >= 0 && compare(typed, to) <= 0)
  if (strict.length > 0) return strict
  return files.filter(
    ({ from, to }) => compare(cut(typed, from), cut(from, typed)) >= 0 && compare(cut(typed, to), cut(to, typed)) <= 0,
  )
}
const size = (list: readonly IndexedWord[]) => list.reduce((sum, { bytes }) => sum + bytes.length, 0)
const typing = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '🪿'), minLength: 1, maxLength: 4 })

test('who types a beginning gets every word that begins so: its files, which are few, or the one entry of many words', () => {
  fc.assert(
    fc.property(words, typing, (list, typed) => {
      const { chunks, beginnings } = wordChunks(list, MOST)
      expect(chunks.flatMap((chunk) => chunk.words).toSorted((a, b) => list.indexOf(a) - list.indexOf(b))).toEqual(list)
      for (const chunk of chunks) expect(size(chunk.words) <= MOST || chunk.words.length === 1).toBe(true)
      const sought = list.filter(({ word }) => word.startsWith(typed))
      const files = asked([...chunks, ...beginnings], typed)
      const entries = files.flatMap((file) => ('text' in file ? [file] : []))
      if (entries.length > 0 && sought.length > 0) {
        expect(files).toHaveLength(1)
        expect(list.slice(entries[0]!.first, entries[0]!.end)).toEqual(sought)
        expect(entries[0]!.to.startsWith(typed)).toBe(true)
      } else {
        const loaded = files.flatMap((file) => ('words' in file ? file.words : []))
        expect(loaded).toEqual(expect.arrayContaining(sought))
        if (sought.length > 1) expect(size(sought)).toBeLessThanOrEqual(MOST)
      }
    }),
    { numRuns: 1000 },
  )
})

test('a word is in the one file that is asked for it where words are sought whole', () => {
  fc.assert(
    fc.property(words, (list) => {
      const chunks = evenChunks(list, MOST)
      expect(chunks.flatMap((chunk) => chunk.words)).toEqual(list)
      for (const each of list) {
        const files = asked(chunks, each.word)
        expect(files).toHaveLength(1)
        expect(files[0]!.words).toContain(each)
        expect(size(files[0]!.words) <= MOST || files[0]!.words.length === 1).toBe(true)
      }
    }),
  )
})

test('what is written is what is read', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.nat(), fc.string({ unit: 'grapheme', maxLength: 300 }), tie('list')),
    list: fc.array(tie('value'), { maxLength: 30 }),
  })).value
  const write = (writer: CborWriter, each: unknown): void => {
    if (typeof each === 'number') writer.number(each)
    else if (typeof each === 'string') writer.text(each)
    else {
      const items = each as unknown[]
      writer.list(items.length)
      for (const item of items) write(writer, item)
    }
  }
  const bytesOf = (...values: unknown[]) => {
    const writer = createCborWriter()
    for (const each of values) write(writer, each)
    return writer.take()
  }
  fc.assert(
    fc.property(
      value,
      fc.integer({ min: -70_000, max: 70_000 }),
      fc.string({ unit: 'grapheme' }),
      (each, number, text) => {
        const reader = createCborReader(bytesOf(each, number, [text]))
        expect(reader.raw()).toEqual(bytesOf(each))
        expect([reader.integer(), reader.list(), reader.text(), reader.rest().length]).toEqual([number, 1, text, 0])
      },
    ),
  )
})

test('what is not as expected is an error, not nonsense', () => {
  expect(() => createCborReader(Buffer.from([0x61, 0x61])).number()).toThrow(/expected/)
  expect(() => createCborReader(Buffer.from([0x20])).number()).toThrow(/expected/)
  expect(() => createCborReader(Buffer.from([0x61, 0x61])).integer()).toThrow(/expected/)
  expect(() => createCborReader(Buffer.from([0x65, 0x61])).text()).toThrow(/too early/)
  expect(() => createCborReader(Buffer.from([])).list()).toThrow(/too early/)
  expect(() => createCborReader(Buffer.from([0x19, 1])).number()).toThrow(/too early/)
  expect(() => createCborReader(Buffer.from([0xfb])).skip()).toThrow(/not known/)
  expect(() => createCborReader(Buffer.from([0xa0])).skip()).toThrow(/not known/)
})
