import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { searchRecords } from '#release/search/records.ts'
import { writeIndex } from '#release/search/write-index.ts'
import { openArchive } from '#snapshot/archive.ts'
import { buildSearchIndex } from '#release/search/build-index.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive, type TestRecords } from '../../server/fixtures.ts'
import { openFolder } from './pagefind-in-node.ts'

async function build(records: TestRecords, recordsAShard?: number) {
  const archive = await openTestArchive(records)
  const folder = mkdtempSync(join(tmpdir(), 'search-index-'))
  onTestFinished(async () => {
    await archive.close()
    rmSync(folder, { recursive: true })
  })
  const [snapshot, index, again] = ['snapshot', 'index', 'again'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await pullSnapshot({ api, folder: snapshot, source: 'this archive', apiBase: '' })
  const count = Object.keys((await buildSearchIndex(snapshot, index, { recordsAShard })).records).length
  return { count, snapshot, index, again: () => buildSearchIndex(snapshot, again, { recordsAShard }).then(() => again) }
}

test('an empty archive can be searched, without results', async () => {
  const { count, index } = await build({ items: [] })
  expect(count).toBe(0)
  const engine = await openFolder(index)
  for (const typed of ['en', 'a', 'harbour']) expect((await engine.search(typed)).list).toEqual([])
})

test.each([Infinity, 1])('the same archive gives the same index, with shards of at most %s records', async (size) => {
  const items = [
    { id: 1, title: 'A mill' },
    { id: 2, title: 'The dam' },
  ]
  const { index, again } = await build({ items }, size)
  const other = await again()
  const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  expect(files(other)).toEqual(files(index))
  expect(files(index).filter((file) => file.endsWith('.pf_meta'))).toHaveLength(size === 1 ? 2 : 1)
  const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')
  for (const file of ['words.json', 'pagefind-entry.json']) expect(text(other, file)).toBe(text(index, file))
})

test('it stops when that is asked, while records are added and while it is written', async () => {
  const { snapshot, index } = await build({ items: [{ id: 1, title: 'A mill' }] })
  const reason = new Error('Another build waits.')
  await expect(buildSearchIndex(snapshot, index, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const stop = new AbortController()
  const records = searchRecords(openArchive(snapshot))
  const options = { onAdded: () => stop.abort(reason), signal: stop.signal }
  await expect(writeIndex(records, index, 'a', options)).rejects.toBe(reason)
  expect((await buildSearchIndex(snapshot, index)).records).not.toEqual({})
})
