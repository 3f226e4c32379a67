import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PICTURE, drawHouse } from '../../scripts/setup/draw-house.ts'

test('the picture of the house shows the imports of today', () => {
  expect(readFileSync(PICTURE, 'utf8') === drawHouse(), 'run: node scripts/setup/draw-house.ts').toBe(true)
})

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIST = ['ls-files', '--cached', '--others', '--exclude-standard', 'src']
const STATIC_IMPORT = /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([#.][^'?]+)'/gm

/** What a file of src imports, types too; what is loaded later (`import()`) is not in it. */
function importsOf(file: string): string[] {
  const text = /\.(?:ts|tsx|astro)$/.test(file) ? readFileSync(path.join(ROOT, file), 'utf8') : ''
  return [...text.matchAll(STATIC_IMPORT)].map(([, name]) =>
    name!.startsWith('#') ? `src/${name!.slice(1)}` : path.join(path.dirname(file), name!),
  )
}

test('no file of src imports itself by way of others, not even for a type', () => {
  const files = execFileSync('git', LIST, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
  const left = new Map(files.filter((file) => existsSync(path.join(ROOT, file))).map((file) => [file, importsOf(file)]))
  // What imports nothing that is left is in no circle.
  let before = Infinity
  while (left.size < before) {
    before = left.size
    for (const [file, imports] of left) if (!imports.some((each) => left.has(each))) left.delete(file)
  }
  // And what is imported by nothing that is left.
  before = Infinity
  while (left.size < before) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    for (const file of left.keys()) if (!imported.has(file)) left.delete(file)
  }
  expect([...left.keys()]).toEqual([])
})
