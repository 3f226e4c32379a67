import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCborWriter } from '#release/search/cbor.ts'
import { slimIndex } from '#release/search/slim-index.ts'
import { lightenWord } from '#release/search/word-entries.ts'
import { openFolder, writeIndexes } from './pagefind-in-node.ts'

let indexes: Awaited<ReturnType<typeof writeIndexes>>
let folder: string

beforeAll(async () => {
  indexes = await writeIndexes(Array(8).fill({ title: 'Mill', content: 'Mill by the pond' }), 1000)
}, 30_000)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-index-'))
  cpSync(indexes.stock, folder, { recursive: true })
})
afterAll(() => indexes.remove())
afterEach(() => rmSync(folder, { recursive: true }))

const slim = () => slimIndex(folder, (url) => ({ name: `${/\d+/.exec(url)![0]}a`, meta: {} }))
const only = (inside: string, ending: string) =>
  join(
    folder,
    inside,
    readdirSync(join(folder, inside)).find((name) => name.endsWith(ending))!,
  )
/** Writes the content of one of Pagefind's files anew, behind its mark. */
function change(file: string, to: (content: Buffer) => Buffer): void {
  const bytes = gunzipSync(readFileSync(file))
  writeFileSync(file, gzipSync(Buffer.concat([bytes.subarray(0, 12), to(bytes.subarray(12))])))
}
const replaceIn = (content: Buffer, from: string, to: string) =>
  Buffer.from(content.toString('latin1').replace(from, to), 'latin1')

test('an index of Pagefind 1.6 becomes one for words and one for phrases', () => {
  slim()
  const { languages } = JSON.parse(readFileSync(join(folder, 'pagefind-entry.json'), 'utf8')) as { languages: object }
  expect(languages).toMatchObject({
    en: { hash: expect.stringMatching(/^en_/), wasm: 'en', page_count: 8 },
    'en-phrases': { hash: expect.stringMatching(/^en-phrases_/), wasm: 'en', page_count: 8 },
  })
  expect(readdirSync(folder).filter((name) => name.endsWith('.pf_meta'))).toHaveLength(2)
})

test('an index of nothing stays what it is', () => {
  const entry = JSON.stringify({ version: '1.6.0', languages: {} })
  writeFileSync(join(folder, 'pagefind-entry.json'), entry)
  slim()
  expect(readFileSync(join(folder, 'pagefind-entry.json'), 'utf8')).toBe(entry)
})

test.each([
  ['another release', /Pagefind 1.7.0/, () => changeEntry({ version: '1.7.0' })],
  ['no release at all', /not known/, () => writeFileSync(join(folder, 'pagefind-entry.json'), '{}')],
  ['two languages', /several languages/, () => changeEntry({ languages: { en: {}, fr: {} } })],
  ['a list without a part', /5 parts/, () => change(only('', '.pf_meta'), (all) => replaceIn(all, '\x86', '\x85'))],
  ['a list that breaks off', /too early/, () => change(only('', '.pf_meta'), (all) => all.subarray(0, 12))],
  ['a list of another kind', /expected/, () => change(only('', '.pf_meta'), (all) => all.subarray(1))],
  ['a page told in more parts', /parts/, () => change(only('', '.pf_meta'), (all) => replaceIn(all, '\x83', '\x84'))],
  ['two lists of words', /another shape/, () => change(only('index', ''), (all) => replaceIn(all, '\x81', '\x82'))],
  ['more than words', /longer/, () => change(only('index', ''), (all) => Buffer.concat([all, Buffer.from([1])]))],
  [
    'words out of order',
    /after/,
    () => change(only('index', ''), (all) => replaceIn(all, 'dmill', 'dapple'.slice(0, 5))),
  ],
  [
    'a word told in more parts',
    /too early/,
    () => change(only('index', ''), (all) => replaceIn(all, '\x83bby', '\x84bby')),
  ],
  ['a file without the mark', /Pagefind writes/, () => writeFileSync(only('index', ''), gzipSync('words'))],
  ['a record without an address', /record of another shape/, () => changeRecords('url', 'uri')],
  ['a record that is missing', /record of another shape/, () => changeRecords('"en_', '"fr_')],
  ['no program', /ENOENT|gzip|header/, () => writeFileSync(only('', 'wasm.en.pagefind'), 'none')],
  ['another worker', /pagefind-worker.js does not load/, () => writeFileSync(only('', '-worker.js'), 'self')],
])('%s is said at the build', (_, error, damage) => {
  damage()
  expect(slim).toThrow(error)
})

function changeEntry(parts: object): void {
  const file = join(folder, 'pagefind-entry.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...parts }))
}
function changeRecords(from: string, to: string): void {
  change(only('fragment', ''), (all) => replaceIn(all, from, to))
}

test('a record that nobody asked for is an error', () => {
  expect(() => slimIndex(folder, () => undefined)).toThrow(/nobody asked for: \/1\//)
})

test('a word keeps its pages, their first place with the weight of all, its titles and its spellings', () => {
  const { word, read } = entries()
  const light = lightenWord(
    word([
      'cafe',
      [
        [3, [-25, 16, 3, -13, 2], [-1, 4, 1]],
        [2, [], [-1, 0]],
        [1, Array(20).fill(9), []],
      ],
      [['café', [[7, [-25, 1], []]]]],
    ]),
    createCborWriter(),
  )
  expect(read(light)).toEqual([
    'cafe',
    [
      [3, [-61, 2], [-1, 0]],
      [2, [], [-1, 0]],
      [1, [-256, 9], []],
    ],
    [['café', [[7, [-25, 1], []]]]],
  ])
})

test.each([
  ['no spellings', ['mill', []], /2 parts/],
  ['a page without titles', ['mill', [[1, [2]]], []], /2 parts/],
  ['a text for a page', ['mill', ['page'], []], /expected/],
  ['a page before the one before', ['mill', [[-1, [], []]], []], /expected/],
  ['a title that is far away', ['mill', [[1, [], [-100, 1]]], []], /field that is not known/],
])('a word with %s is no word', (_, value, error) => {
  const { word } = entries()
  expect(() => lightenWord(word(value), createCborWriter())).toThrow(error)
})

type Value = number | string | Value[]
function entries() {
  const writer = createCborWriter()
  const write = (value: Value): void => {
    if (typeof value === 'number') writer.number(value)
    else if (typeof value === 'string') writer.text(value)
    else {
      writer.list(value.length)
      value.forEach(write)
    }
  }
  return {
    word(value: unknown): Buffer {
      write(value as Value)
      return writer.take()
    },
    /** Reads what `word` writes. */
    read(bytes: Buffer): Value {
      let at = 0
      const value = (): Value => {
        const first = bytes[at++]!
        let number = first & 31
        if (number >= 24) {
          const length = 1 << (number - 24)
          number = bytes.readUIntBE(at, length)
          at += length
        }
        if (first >> 5 === 0) return number
        if (first >> 5 === 1) return -1 - number
        if (first >> 5 === 4) return Array.from({ length: number }, value)
        at += number
        return bytes.toString('utf8', at - number, at)
      }
      return value()
    },
  }
}

test.each(['en', 'en-phrases'])(
  'an archive without records has an index that finds nothing, and says nothing (%s)',
  async (language) => {
    slimIndex(folder, null)
    const pagefind = await openFolder(folder, language)
    for (const typed of ['mill', 'm', '"mill by"', 'zzz']) expect((await pagefind.search(typed)).results).toEqual([])
    expect(pagefind.said).toEqual([])
    expect(readdirSync(join(folder, 'fragment'))).toEqual([])
    expect(readdirSync(join(folder, 'index'))).toEqual([])
  },
)
