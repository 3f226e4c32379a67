import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUnlisted, readPages } from '#release/pages/page-facts.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'

const canonical = (address: string) => `<link rel="canonical" href="https://archive.example${address}">`

test('only canonical, indexable pages are listed', () => {
  expect(isUnlisted('/', canonical('/'))).toBe(false)
  expect(isUnlisted('/map/', canonical('/'))).toBe(true)
  expect(isUnlisted('/search/', '<meta name="robots" content="noindex">')).toBe(true)
})

test('a page with unknown inline code fails the build and is named', async () => {
  const folder = await freshFolder()
  const write = (name: string, html: string) => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'index.html'), html)
  }
  write('good', '<p>Good</p><script>own()</script>')
  const own = { scripts: ['own()'], styles: [] }
  expect(readPages(folder, own)).toEqual([{ address: '/good/', bytes: 33, unlisted: false }])
  write('bad', '<p style="color: red">Bad</p>')
  expect(() => readPages(folder, own)).toThrow(/\/bad\/: <p style="color: red">/)
})
