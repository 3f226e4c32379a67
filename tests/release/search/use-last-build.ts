import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { pullSnapshot } from '#snapshot/pull.ts'
import type { TestArchive } from '../../server/fixtures.ts'
import { useArchive } from '../../server/use-archive.ts'
import { openLastBuild } from './pagefind-in-node.ts'

/** An archive and the last build of it: `index` is the site's search, `away` what the collection page asks while the API is away. */
export function useLastBuild(open: () => Promise<TestArchive>) {
  const archive = useArchive(open)
  const built = {} as Awaited<ReturnType<typeof openLastBuild>> & { snapshot: string }
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lotline-search-'))
    const snapshot = join(folder, 'snapshot')
    const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
    await pullSnapshot({ api, folder: snapshot, source: 'this archive', apiBase: '' })
    Object.assign(built, { snapshot }, await openLastBuild(snapshot, join(folder, 'index')))
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return { archive, built }
}
