import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildSearchIndex } from '#release/search/build-index.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive, type TestRecords } from '../../server/fixtures.ts'
import { openFolder } from './pagefind-in-node.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'

async function build(records: TestRecords, options?: { recordsAPart: number }) {
  const archive = await openTestArchive(records)
  const folder = await freshFolder()
  onTestFinished(async () => {
    await archive.close()
  })
  const [snapshot, index, again] = ['snapshot', 'index', 'again'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await pullSnapshot({ api, folder: snapshot, source: 'this archive', apiBase: '' })
  const count = await buildSearchIndex(snapshot, index, options)
  return { count, snapshot, index, again: () => buildSearchIndex(snapshot, again, options).then(() => again) }
}

test('an empty archive can be searched, without results', async () => {
  const { count, index } = await build({ items: [] })
  expect(count).toBe(0)
  const engine = await openFolder(index)
  for (const typed of ['en', 'a', 'harbour']) expect((await engine.search(typed)).list).toEqual([])
})

test('the same archive gives the same index in parts', async () => {
  const items = [
    { id: 1, title: 'A mill' },
    { id: 2, title: 'The dam' },
  ]
  const { index, again } = await build({ items }, { recordsAPart: 1 })
  const other = await again()
  const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  expect(files(other)).toEqual(files(index))
  expect(files(index).filter((file) => file.endsWith('.pf_meta'))).toHaveLength(2)
  const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')
  expect(text(other, 'pagefind-entry.json')).toBe(text(index, 'pagefind-entry.json'))
})

test('an index in parts finds and counts what one in one piece does', async () => {
  const items = Array.from({ length: 12 }, (_, at) => ({
    id: 12 - at,
    title: at % 3 ? `Mill ${at}` : `Harbour ${at}`,
    general_description: at === 5 ? 'zeppelin' : 'zebra',
    date_start: (1900 + at) * 10_000,
    type: at % 2 ? 'postcard' : 'photograph',
  }))
  const found = async (folder: string) => {
    const engine = await openFolder(folder)
    const urls = async (words: string) => {
      const { results, filters } = await engine.find(words, {
        type: { any: [] },
        year: { any: ['1901', '1905', '1911'] },
      })
      const read = await Promise.all(results.map((hit) => hit.data()))
      return { urls: words ? read.map(({ url }) => url).sort() : read.map(({ url }) => url), types: filters.type }
    }
    return [await urls(''), await urls('mill'), await urls('zeppelin'), await urls('zeppelins'), await urls('harbours')]
  }
  const [whole, parts] = [await build({ items }), await build({ items }, { recordsAPart: 5 })]
  const expected = await found(whole.index)
  expect(expected[0]!.urls).toEqual(['/itemview/11/', '/itemview/7/', '/itemview/1/'])
  expect(expected[2]).toEqual({ urls: ['/itemview/7/'], types: { photograph: 0, postcard: 1 } })
  expect(await found(parts.index)).toEqual(expected)
})
