import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { writePages } from '#release/files/write-changed.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'

const INLINE = { scripts: ['let own=1'], styles: [] }
const page = (text: string) => `<!doctype html><title>Mill</title><script>let own=1</script><p>${text}</p>`

let folder: string
const [fresh, live] = ['fresh', 'live'].map((name) => (path: string) => join(folder, name, path)) as [
  (path: string) => string,
  (path: string) => string,
]
beforeEach(async () => {
  folder = await freshFolder()
  mkdirSync(live('itemview/1'), { recursive: true })
  writeFileSync(live('itemview/1/index.html'), page('as it was'))
})

test('a page with inline code that the policy would block is named, and nothing is written', () => {
  const pages = [
    ['itemview/1/index.html', page('new')],
    ['itemview/2/index.html', page('<script>alert(1)</script>')],
  ] as const
  expect(() => writePages(fresh(''), live(''), pages, INLINE)).toThrow(/^Inline code on \/itemview\/2\/: .*alert/)
  expect(existsSync(fresh('itemview/1/index.html'))).toBe(false)
})
