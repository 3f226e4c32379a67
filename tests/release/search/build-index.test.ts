import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildSearchIndex } from '#release/search/build-index.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive } from '../../server/fixtures.ts'
import { openFolder } from './pagefind-in-node.ts'

test('an archive with nothing in it can be searched, and nothing is found', async () => {
  const archive = await openTestArchive({ items: [] })
  const folder = mkdtempSync(join(tmpdir(), 'search-index-'))
  onTestFinished(async () => {
    await archive.close()
    rmSync(folder, { recursive: true })
  })
  const [snapshot, index] = [join(folder, 'snapshot'), join(folder, 'index')]
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await pullSnapshot({ api, folder: snapshot, source: 'this archive', apiBase: '' })
  expect(await buildSearchIndex(snapshot, index)).toBe(0)
  const pagefind = await openFolder(index)
  for (const typed of ['en', 'harbour']) expect((await pagefind.search(typed)).results).toEqual([])
  expect(pagefind.said).toEqual([])
})
