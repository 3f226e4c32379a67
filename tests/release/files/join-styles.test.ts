import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { joinStyles } from '#release/files/preload-modules.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'

let root: string
beforeEach(async () => {
  root = await freshFolder()
  mkdirSync(join(root, '_astro'))
})

const write = (name: string, text: string) => writeFileSync(join(root, name), text)
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const link = (name: string) => `<link rel="stylesheet" href="/_astro/${name}">`

test("merges a page's style sheets in order, at the position of the first", () => {
  write('_astro/b.1.css', 'p{color:red}\n')
  write('_astro/a.2.css', 'p{color:blue}')
  write('index.html', `<head><meta>${link('b.1.css')}<title>$&</title>${link('a.2.css')}</head>`)
  joinStyles(root, ['index.html', 'missing.html'])
  const [, joined] = /href="\/_astro\/(joined\.[0-9a-f]{8}\.css)"/.exec(read('index.html'))!
  expect(read('index.html')).toBe(`<head><meta>${link(joined!)}<title>$&</title></head>`)
  expect(read(`_astro/${joined}`)).toBe('p{color:red}\np{color:blue}')
})
