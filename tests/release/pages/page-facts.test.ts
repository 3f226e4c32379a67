import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, isUnlisted, readPages } from '#release/pages/page-facts.ts'

const canonical = (address: string) => `<link rel="canonical" href="https://archive.example${address}">`

test('only canonical, indexable pages are listed', () => {
  expect(isUnlisted('/', canonical('/'))).toBe(false)
  expect(isUnlisted('/map/', canonical('/'))).toBe(true)
  expect(isUnlisted('/search/', '<meta name="robots" content="noindex">')).toBe(true)
})

test('addressOf maps files to addresses', () => {
  expect(['index.html', 'itemview/12/index.html', '404.html'].map(addressOf)).toEqual(['/', '/itemview/12/', '/404/'])
})

test('a page with unknown inline code fails the build and is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
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
