import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compressInThread } from '#release/files/file-thread.ts'
import { precompress } from '#release/files/precompress.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'

test('large files of the search index are sent decompressed, which Pagefind’s script reads too', async () => {
  const folder = await freshFolder()
  mkdirSync(join(folder, 'pagefind'))
  const content = Buffer.from(`pagefind_dcd${randomBytes(40_000).toString('hex')}`)
  const [large, small] = ['pagefind/pagefind.pf_meta', 'pagefind/small.pf_index']
  writeFileSync(join(folder, large), gzipSync(content))
  writeFileSync(join(folder, small), gzipSync(content.subarray(0, 20_000)))
  await precompress(folder, [large, small], new Set(), undefined)
  expect(brotliDecompressSync(readFileSync(join(folder, `${large}.br`))).equals(content)).toBe(true)
  expect(gunzipSync(readFileSync(join(folder, `${large}.gz`))).equals(content)).toBe(true)
  expect(existsSync(join(folder, `${small}.br`))).toBe(false)
})

test('a thread does the same, tells how far it is and why it failed, and is there for the next files', async () => {
  const folder = await freshFolder()
  const files = Array.from({ length: 501 }, (_, at) => `${at}.txt`)
  for (const file of files) writeFileSync(join(folder, file), 'words '.repeat(100))
  const none = new Set<string>()
  const told: number[][] = []
  const bytes = await precompress(folder, files, none, undefined)
  const copy = readFileSync(join(folder, '7.txt.br'))
  rmSync(join(folder, '7.txt.br'))
  const [inThread] = await Promise.all([
    compressInThread(folder, files, none, undefined, (...numbers) => told.push(numbers)),
    expect(compressInThread(folder, ['missing.txt'], none, undefined)).rejects.toThrow('ENOENT'),
  ])
  expect([inThread, told, readFileSync(join(folder, '7.txt.br')).equals(copy)]).toEqual([bytes, [[500, 501]], true])
  expect(await compressInThread(folder, [], none, undefined)).toBe(0)
})

test('what the next thread is asked does not fail when one that has failed exits', async () => {
  const folder = await freshFolder()
  const files = Array.from({ length: 50 }, (_, at) => `${at}.txt`)
  for (const file of files) writeFileSync(join(folder, file), 'words '.repeat(100))
  const threads: Worker[] = []
  const notice = (worker: Worker) => void threads.push(worker)
  process.on('worker', notice)
  onTestFinished(() => void process.off('worker', notice))
  // Without a thread of earlier tests.
  vi.resetModules()
  const fresh = await import('#release/files/file-thread.ts')
  const compress = () => fresh.compressInThread(folder, files, new Set(), undefined)
  const bytes = await compress()
  const failing = compress()
  threads[0]!.emit('error', new Error('Out of memory.'))
  await expect(failing).rejects.toThrow('Out of memory.')
  const next = compress()
  await threads[0]!.terminate()
  expect(await next).toBe(bytes)
  await threads[1]!.terminate()
})
