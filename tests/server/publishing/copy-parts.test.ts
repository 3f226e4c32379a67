import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createCopyParts, divide } from '#server/publishing/copy-parts.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

test('every file is in one part, in order, and no part of several files is too large', () => {
  const file = fc.record({ file: fc.string(), bytes: fc.nat(40) })
  fc.assert(
    fc.property(fc.array(file), (files) => {
      const parts = divide(files, 100)
      expect(parts.flatMap((part) => part.files)).toEqual(files.map((each) => each.file))
      for (const { bytes, files: own } of parts) if (own.length > 1) expect(bytes).toBeLessThanOrEqual(100)
    }),
  )
})

test('a copy is downloaded as zip files by addresses that nobody guesses, and only while it is whole', async () => {
  const folder = join(await freshFolder(), 'archive')
  const copies = createCopyParts(folder, 'secret')
  expect(await copies.list()).toEqual({ made_at: null, parts: [] })
  await mkdir(join(folder, 'data', 'Ü'), { recursive: true })
  await writeFile(join(folder, 'OPEN.html'), '<p>')
  await writeFile(join(folder, 'data', 'Ü', 'a.txt'), 'ä'.repeat(100_000))
  await writeFile(join(folder, 'data', 'empty.txt'), '')
  const { made_at, parts } = await copies.list()
  expect(made_at).not.toBeNull()
  expect(parts).toEqual([
    { bytes: 200_003, href: expect.stringMatching(/^\/api\/state\/copy\/1\/\?key=[0-9a-f]{32}$/) },
  ])
  const key = parts[0]!.href.split('key=')[1]!
  expect(await copies.open(1, 'x')).toBeUndefined()
  expect(await copies.open(1, '')).toBeUndefined()
  expect(await copies.open(2, key)).toBeUndefined()
  const part = (await copies.open(1, key))!
  expect(part.name).toMatch(/^archive-\d{4}-\d\d-\d\d-1-of-1\.zip$/)
  const zip = await buffer(part.stream)
  expect(Object.entries(unzipSync(zip)).map(([name, { length }]) => [name, length])).toEqual([
    ['OPEN.html', 3],
    ['data/empty.txt', 0],
    ['data/Ü/a.txt', 200_000],
  ])
  await writeFile(join(folder, 'NOT-FINISHED.txt'), '')
  expect(await copies.open(1, key)).toBeUndefined()
  expect(await copies.list()).toEqual({ made_at: null, parts: [] })
  expect(await readFile(join(folder, 'OPEN.html'), 'utf8')).toBe('<p>')
})
