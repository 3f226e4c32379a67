import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { preloadModules } from '#release/files/preload-modules.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'

const MODULES: Record<string, string> = {
  'map.js':
    'const __vite__mapDeps=(i)=>i.map(i=>d[i]);\nimport{$ as e,A as t}from"./react.js";import n from"./shared.js";import"./polyfill.js";const x=()=>import("./popup.js");',
  'react.js': 'var e=1;export{e as $,e as A};',
  'shared.js': 'import*as e from"./react.js";import{t}from"./circle.js";export default e;',
  'circle.js': 'import{d}from"./shared.js";export const t=()=>d;',
  'polyfill.js': 'globalThis.x=1;const text=\'import"./nothing.js"\';',
  'plain.js': 'console.log(1)',
  'start.js': 'import"./shared.js";',
}
/** What start.js imports. */
const STARTED = ['shared.js', 'react.js', 'circle.js']

describe('pages', () => {
  let root: string
  beforeEach(async () => {
    root = await freshFolder()
    mkdirSync(join(root, '_astro'))
    for (const [name, text] of Object.entries(MODULES)) writeFileSync(join(root, '_astro', name), text)
  })

  const island = (modules = '') =>
    `<astro-island ${modules}uid="1" component-url="/_astro/map.js" renderer-url="/_astro/plain.js" props="{}">x</astro-island>`
  const names = ['map.js', 'plain.js', 'react.js', 'shared.js', 'circle.js', 'polyfill.js']

  test('preload each once; a page without an island is unchanged', () => {
    const page = (body: string) => `<html><head><title>$& and $'</title></head><body>${body}</body></html>`
    writeFileSync(join(root, 'index.html'), page(island() + island()))
    writeFileSync(join(root, 'plain.html'), page(''))
    preloadModules(root, ['index.html', 'plain.html', 'missing.html'])
    const html = readFileSync(join(root, 'index.html'), 'utf8')
    const head = html.slice(0, html.indexOf('</head>'))
    expect([...head.matchAll(/<link rel="modulepreload" href="\/_astro\/(.*?)">/g)].map(([, name]) => name)).toEqual(
      names,
    )
    expect(head).toContain("<title>$& and $'</title>")
    expect(readFileSync(join(root, 'plain.html'), 'utf8')).toBe(page(''))
  })

  test('list them on an island that waits for the pictures of its page', () => {
    const page = (body: string) =>
      `<html><head></head><body><img src="/a.jpg"><img src="/b.jpg" loading="lazy">${body}</body></html>`
    writeFileSync(join(root, 'index.html'), page(island()))
    preloadModules(root, ['index.html'])
    expect(readFileSync(join(root, 'index.html'), 'utf8')).toBe(page(island(`data-modules="${names.join(' ')}" `)))
  })

  const script = '<script type="module" src="/_astro/start.js"></script>'

  test('list a script of their own apart, on the first island, since it comes before all of them', () => {
    const page = (body: string) => `<html><head></head><body><img src="/a.jpg">${body}</body></html>`
    writeFileSync(join(root, 'index.html'), page(island() + script + island()))
    preloadModules(root, ['index.html'])
    const rest = `data-modules="${names.filter((name) => !STARTED.includes(name)).join(' ')}" `
    expect(readFileSync(join(root, 'index.html'), 'utf8')).toBe(
      page(island(`data-script="start.js ${STARTED.join(' ')}" ${rest}`) + island(rest)),
    )
  })

  test('keep it where no picture is waited for, and preload it first', () => {
    const page = (body: string) => `<html><head></head><body>${body}</body></html>`
    writeFileSync(join(root, 'index.html'), page(island() + script))
    writeFileSync(join(root, 'plain.html'), page(script))
    preloadModules(root, ['index.html', 'plain.html'])
    const html = readFileSync(join(root, 'index.html'), 'utf8')
    expect(html).toContain(script)
    expect([...html.matchAll(/<link rel="modulepreload" href="\/_astro\/(.*?)">/g)].map(([, name]) => name)).toEqual([
      ...['start.js', ...STARTED],
      ...names.filter((name) => !STARTED.includes(name)),
    ])
    expect(readFileSync(join(root, 'plain.html'), 'utf8')).toBe(page(script))
  })
})
