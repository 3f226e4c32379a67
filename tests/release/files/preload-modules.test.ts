import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modulesBefore, preloadModules } from '#release/files/preload-modules.ts'

const MODULES: Record<string, string> = {
  'map.js':
    'const __vite__mapDeps=(i)=>i.map(i=>d[i]);\nimport{$ as e,A as t}from"./react.js";import n from"./shared.js";import"./polyfill.js";const x=()=>import("./popup.js");',
  'react.js': 'var e=1;export{e as $,e as A};',
  'shared.js': 'import*as e from"./react.js";import{t}from"./circle.js";export default e;',
  'circle.js': 'import{d}from"./shared.js";export const t=()=>d;',
  'polyfill.js': 'globalThis.x=1;const text=\'import"./nothing.js"\';',
  'plain.js': 'console.log(1)',
}
const read = (name: string) => MODULES[name]!

describe('modules that a page waits for', () => {
  test('are all that its script imports, and what those import; not what is loaded later', () => {
    expect([...modulesBefore('map.js', read)].toSorted()).toEqual(['circle.js', 'polyfill.js', 'react.js', 'shared.js'])
    expect([...modulesBefore('react.js', read)]).toEqual([])
    expect([...modulesBefore('plain.js', read)]).toEqual([])
  })
})

describe('pages', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'lotline-preload-'))
    mkdirSync(join(root, '_astro'))
    for (const [name, text] of Object.entries(MODULES)) writeFileSync(join(root, '_astro', name), text)
  })
  afterEach(() => rmSync(root, { recursive: true }))

  test('name them in their head, each once; a page without such a script stays as it is', () => {
    const page = (script: string) => `<html><head><title>$& and $'</title></head><body>${script}</body></html>`
    writeFileSync(join(root, 'index.html'), page('<script type="module" src="/_astro/map.js"></script>'))
    writeFileSync(join(root, 'plain.html'), page(''))
    preloadModules(root, ['index.html', 'plain.html', 'missing.html'])
    const html = readFileSync(join(root, 'index.html'), 'utf8')
    const head = html.slice(0, html.indexOf('</head>'))
    expect(
      [...head.matchAll(/<link rel="modulepreload" href="\/_astro\/(.*?)">/g)].map(([, name]) => name).toSorted(),
    ).toEqual(['circle.js', 'polyfill.js', 'react.js', 'shared.js'])
    expect(head).toContain("<title>$& and $'</title>")
    expect(readFileSync(join(root, 'plain.html'), 'utf8')).toBe(page(''))
  })
  test('that keep them until their picture is seen have them there, and nothing in their head', () => {
    const script = '<script type="module" src="/_astro/map.js"></script>'
    const page = (kept: string, rest: string) =>
      `<html><head></head><body><template id="after-picture">${kept}</template>${rest}</body></html>`
    writeFileSync(join(root, 'index.html'), page('', script))
    preloadModules(root, ['index.html'])
    const names = ['react.js', 'shared.js', 'circle.js', 'polyfill.js']
    const links = names.map((name) => `<link rel="modulepreload" href="/_astro/${name}">`).join('')
    expect(readFileSync(join(root, 'index.html'), 'utf8')).toBe(page(links + script, ''))
  })
})
