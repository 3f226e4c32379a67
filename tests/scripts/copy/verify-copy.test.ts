import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIST_FILE } from '#release/copy/copy-list.ts'
import { verifyCopy } from '../../../scripts/archive/verify-copy.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'
import { runs } from '../../setup/length.ts'
import { archive, environmentOf } from '../run-archive.ts'
import { baggedTown, filesIn, sums } from './bagged-town.ts'
import { seldom } from '../../setup/seldom.ts'

test('verify names what is damaged, missing or extra', async () => {
  const { folder: copy } = await baggedTown()
  const env = environmentOf(copy)
  const whole = await archive(env, 'verify', copy)
  expect(whole).toMatchObject({ code: 0, out: expect.stringMatching(/^All \d+ files are as they were written\.\n$/) })
  const original = filesIn(join(copy, 'data/originals'))[0]!
  rmSync(join(copy, 'data/originals', original))
  writeFileSync(join(copy, 'data/site/virus.exe'), '')
  writeFileSync(join(copy, 'data/.DS_Store'), '')
  writeFileSync(join(copy, 'README.txt'), 'Other words')
  writeFileSync(join(copy, 'my-notes.txt'), '')
  const sick = await archive(env, 'verify', copy)
  expect(sick.code).toBe(1)
  const named = sick.err.split('\n').filter((line) => /^(Damaged|Missing|Not part)/.test(line))
  expect(named).toEqual([
    'Damaged: README.txt',
    `Missing: data/originals/${original}`,
    'Not part of it: data/site/virus.exe',
  ])
  writeFileSync(join(copy, 'manifest-sha256.txt'), `${'0'.repeat(64)}  ../../etc/passwd\nnonsense\n`)
  const { damaged, missing } = await verifyCopy(copy)
  expect([damaged, missing]).toEqual([['README.txt', 'manifest-sha256.txt'], ['../../etc/passwd']])
  expect(await archive(env, 'verify', await freshFolder())).toMatchObject({
    code: 1,
    err: expect.stringContaining('holds no copy'),
  })
})

test('a copy that was interrupted, and one without a bag, are checked too', async () => {
  const { folder: copy } = await baggedTown()
  for (const name of ['bagit.txt', 'manifest-sha256.txt', 'tagmanifest-sha256.txt']) rmSync(join(copy, name))
  expect((await verifyCopy(copy)).missing).toEqual(['bagit.txt', 'manifest-sha256.txt', 'tagmanifest-sha256.txt'])
  const list = join(copy, LIST_FILE)
  writeFileSync(list, readFileSync(list, 'utf8').replace(/.*\n$/, ''))
  expect((await archive(environmentOf(copy), 'verify', copy)).err).toContain('The copy is not finished.')
})

seldom('a byte that flips anywhere is named, by sha256sum too', async () => {
  const { folder } = await baggedTown()
  const payload = filesIn(join(folder, 'data')).filter((path) => statSync(join(folder, 'data', path)).size > 0)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...payload),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (path, at, bits) => {
        const file = join(folder, 'data', path)
        const before = readFileSync(file)
        const after = Buffer.from(before)
        after[at % after.length]! ^= bits
        writeFileSync(file, after)
        try {
          const { damaged, missing, extra } = await verifyCopy(folder)
          expect([damaged, missing, extra]).toEqual([[`data/${path}`], [], []])
          expect(sums(folder).stdout).toBe(`data/${path}: FAILED\n`)
        } finally {
          writeFileSync(file, before)
        }
      },
    ),
    { numRuns: runs(100) },
  )
})
