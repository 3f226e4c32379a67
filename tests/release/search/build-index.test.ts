import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildSearchIndex } from '#release/search/build-index.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive, type TestRecords } from '../../server/fixtures.ts'
import { openFolder } from './pagefind-in-node.ts'

async function build(records: TestRecords) {
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
  const count = Object.keys((await buildSearchIndex(snapshot, index)).records).length
  return { count, index, again: () => buildSearchIndex(snapshot, again).then(() => again) }
}

test('an empty archive can be searched, without results', async () => {
  const { count, index } = await build({ items: [] })
  expect(count).toBe(0)
  const engine = await openFolder(index)
  for (const typed of ['en', 'unknown', 'harbour']) expect((await engine.search(typed)).list).toEqual([])
})

test('the same archive gives the same index', async () => {
  const { index, again } = await build({
    items: [
      { id: 1, title: 'A mill' },
      { id: 2, title: 'The dam' },
    ],
  })
  const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const second = await again()
  expect(files(second)).toEqual(files(index))
  expect(readFileSync(join(index, 'words.json'), 'utf8')).toBe(readFileSync(join(second, 'words.json'), 'utf8'))
})
