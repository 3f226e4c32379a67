import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { build } from 'vite'

/** A module as pages load it, bundled by Vite like the site; without what it loads later. */
async function bundle(entry: string): Promise<string> {
  const root = join(import.meta.dirname, '../../..')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: join(root, entry), formats: ['es'], fileName: 'box' } },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const chunks = outputs
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((file) => ('code' in file ? [file] : []))
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of loaded) for (const each of chunks) if (imports.includes(each.fileName)) loaded.add(each)
  return [...loaded].map(({ code }) => code).join('')
}

test('the search box weighs in 7 kB', async () => {
  expect(brotliCompressSync(await bundle('src/islands/search/box.ts')).length).toBeLessThan(7_150)
})

test('the loader in every page is short', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../src/layouts/inline-code.ts'), 'utf8')
  expect(/searchLoader = `([^`]*)`/.exec(source)![1]!.length).toBeLessThan(280)
})
