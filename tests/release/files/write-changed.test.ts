import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePages } from '#release/files/write-changed.ts'

const INLINE = { scripts: ['let own=1'], styles: [] }
const page = (text: string) => `<!doctype html><title>Mill</title><script>let own=1</script><p>${text}</p>`

let folder: string
const [fresh, live] = ['fresh', 'live'].map((name) => (path: string) => join(folder, name, path)) as [
  (path: string) => string,
  (path: string) => string,
]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-write-'))
  mkdirSync(live('itemview/1'), { recursive: true })
  writeFileSync(live('itemview/1/index.html'), page('as it was'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('pages that are new or different are written beside the site, others are not', () => {
  const pages = (first: string) =>
    [
      ['itemview/1/index.html', page(first)],
      ['itemview/2/index.html', page('new')],
    ] as const
  expect(writePages(fresh(''), live(''), pages('as it was'), INLINE)).toEqual(['itemview/2/index.html'])
  expect(existsSync(fresh('itemview/1/index.html'))).toBe(false)
  // Of the same length.
  expect(writePages(fresh(''), live(''), pages('as it is!'), INLINE)).toEqual(pages('').map(([path]) => path))
  expect(readFileSync(fresh('itemview/1/index.html'), 'utf8')).toBe(page('as it is!'))
  expect(readFileSync(live('itemview/1/index.html'), 'utf8')).toBe(page('as it was'))
})

test('a page with inline code that the policy would block is named, and nothing is written', () => {
  const pages = [
    ['itemview/1/index.html', page('new')],
    ['itemview/2/index.html', page('<script>alert(1)</script>')],
  ] as const
  expect(() => writePages(fresh(''), live(''), pages, INLINE)).toThrow(/^Inline code on \/itemview\/2\/: .*alert/)
  expect(existsSync(fresh('itemview/1/index.html'))).toBe(false)
})
