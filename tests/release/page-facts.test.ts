import { expect, test } from 'vitest'
import { readPage } from '#release/pages-build/page-facts.ts'

const found = () => ({ scripts: new Set<string>(), styles: new Set<string>(), refused: new Set<string>() })
const canonical = (address: string) => `<link rel="canonical" href="https://archive.example${address}">`

test('search engines are shown a page once, at its own address, and none that asks to be left out', () => {
  expect(readPage('/', canonical('/'), found()).unlisted).toBe(false)
  expect(readPage('/map/', canonical('/'), found()).unlisted).toBe(true)
  expect(readPage('/search/', '<meta name="robots" content="noindex">', found()).unlisted).toBe(true)
})
