import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'

test('lists the files of every folder, sorted by their paths, and does not follow links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'list-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'b', 'empty'), { recursive: true })
  mkdirSync(join(folder, 'b', 'c'))
  for (const file of ['b.txt', 'b/c/d.txt', 'b/a.txt', 'a.txt']) writeFileSync(join(folder, file), '')
  symlinkSync(join(folder, 'b'), join(folder, 'linked'))
  expect(listFiles(folder)).toEqual(['a.txt', 'b.txt', 'b/a.txt', 'b/c/d.txt'])
  expect(() => listFiles(join(folder, 'missing'))).toThrow('ENOENT')
})
