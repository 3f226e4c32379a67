import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phrasesOf } from '#rules/search-phrases.ts'
import { RECORDS, TYPED } from './search-corpus.ts'
import { openFolder, writeIndexes } from './pagefind-in-node.ts'

/** So small that beginnings of a few words lie in many files. */
const CHUNK = 700

type Opened = Awaited<ReturnType<typeof openFolder>>
let folders: Awaited<ReturnType<typeof writeIndexes>>
let stock: Opened
let numberOf: Map<string, number>

beforeAll(async () => {
  folders = await writeIndexes(RECORDS, CHUNK)
  stock = await openFolder(folders.stock)
  numberOf = new Map()
  for (const hit of (await stock.search('plain')).results)
    numberOf.set(hit.id, Number(/\d+/.exec((await hit.data()).url)![0]))
}, 60_000)

afterAll(() => folders.remove())

const inStock = async (words: string) =>
  new Map((await stock.search(words)).results.map(({ id, score }) => [numberOf.get(id)!, score]))
const inLight = async (opened: Opened, words: string) => {
  const { results } = await opened.search(words)
  expect(new Set(results.map(({ id }) => id)).size).toBe(results.length)
  return new Map(results.map(({ id, score }) => [Number.parseInt(id), score]))
}
const numbers = (found: Map<number, number>) => [...found.keys()].sort((a, b) => a - b)

test('every word and every beginning finds the pages that the stock index finds, however often, in a new visit or after others', async () => {
  const used = await openFolder(folders.light)
  for (const [at, typed] of [...TYPED, 'harbour church', 'ha br', 'churches 19', 'cafe elan', 'nothing'].entries()) {
    const expected = [typed, numbers(await inStock(typed))]
    expect([typed, numbers(await inLight(used, typed))]).toEqual(expected)
    if (at % 3 === 0) expect([typed, numbers(await inLight(await openFolder(folders.light), typed))]).toEqual(expected)
  }
}, 60_000)

test.each([
  { of: 'a word', typed: ['mill', 'brick', '1912', 'shipyard', 'café', 'happiness'], most: 1.05 },
  { of: 'beginnings of many words', typed: ['ha', 'har', 'harbour', 'c', 'church', 'churches', 'ha br'], most: 2 },
])(
  'a page that counts $most times another for $of stays before it',
  async ({ typed, most }) => {
    for (const words of typed) {
      const expected = [...(await inStock(words))]
      const found = await inLight(await openFolder(folders.light), words)
      for (const [better, score] of expected)
        for (const [other, less] of expected)
          if (score > less * most) expect([words, found.get(better)! >= found.get(other)!]).toEqual([words, true])
    }
  },
  60_000,
)

test('a phrase finds what it finds in the stock index', async () => {
  const phrases = await openFolder(folders.light, phrasesOf('en'))
  const some = RECORDS.slice(0, 40).flatMap(({ title, content }) => {
    const words = content.split(' ')
    return [title, words.slice(2, 4).join(' '), words.slice(3, 6).join(' ')]
  })
  for (const phrase of [...some, 'mill', 'elan church', 'no such words'])
    expect([phrase, numbers(await inLight(phrases, `"${phrase}"`))]).toEqual([
      phrase,
      numbers(await inStock(`"${phrase}"`)),
    ])
}, 60_000)

test('a beginning of many words is one file, and its hits are marked where a word stands', async () => {
  const light = await openFolder(folders.light)
  const { results } = await light.search('ha')
  expect(light.asked.filter((path) => path.startsWith('index/'))).toHaveLength(1)
  for (const { data } of results.slice(0, 20))
    expect((await data()).excerpt).toMatch(/<mark>(?:ha|happ\S+|hard|harness|harbo\S+)<\/mark>/)
})

test('words that cannot be loaded fail the search, which finds nothing less in silence', async () => {
  const found = await openFolder(folders.light)
  await found.search('mill')
  const file = found.asked.find((path) => path.startsWith('index/'))!
  for (const change of [
    () => rmSync(join(folders.light, file)),
    () => writeFileSync(join(folders.light, file), gzipSync('pagefind_dcdno words')),
  ]) {
    change()
    const light = await openFolder(folders.light)
    await expect(light.search('mill')).rejects.toThrow()
    expect(light.said).not.toEqual([])
  }
})
