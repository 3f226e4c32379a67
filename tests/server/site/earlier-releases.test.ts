import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useSite } from './use-site.ts'

const { release, get } = useSite()

test('a new release is seen at once; a page of the old one still finds its styles', async () => {
  await release('one')
  expect((await get('/')).body).toContain('one')
  await release('two')
  expect((await get('/')).body).toContain('two')
  expect((await get('/_astro/one.css')).statusCode).toBe(200)
})

test('words of the search are told from an earlier release while every record of it is there as it was', async () => {
  const search = (words: string, records: Record<string, string>) => async (_: string, folder: string) => {
    for (const name of ['fragment', 'index']) mkdirSync(join(folder, name), { recursive: true })
    for (const [name, text] of Object.entries(records)) writeFileSync(join(folder, 'fragment', name), text)
    writeFileSync(join(folder, 'index', `${words}.pf_index`), words)
    writeFileSync(join(folder, `${words}.pf_meta`), words)
    return { version: '1', records: {} }
  }
  const told = async (words: string) => {
    const files = [`/pagefind/index/${words}.pf_index`, `/pagefind/${words}.pf_meta`]
    return Promise.all(files.map(async (file) => (await get(file)).statusCode))
  }
  await release('one', undefined, { search: search('one', { a: 'mill' }) })
  await release('two', undefined, { search: search('two', { a: 'mill', b: 'quay' }) })
  await release('three', undefined, { search: search('three', { a: 'mill', b: 'quay', c: 'inn' }) })
  for (const words of ['one', 'two', 'three']) expect(await told(words), words).toEqual([200, 200])
  // What was said of `b` is not said any more.
  await release('four', undefined, { search: search('four', { a: 'mill', b: '', c: 'inn' }) })
  for (const words of ['two', 'three']) expect(await told(words), words).toEqual([404, 404])
  await release('five', undefined, { search: search('five', { a: 'mill', b: '' }) })
  for (const words of ['three', 'four']) expect(await told(words), words).toEqual([404, 404])
  expect((await get('/_astro/three.css')).statusCode).toBe(200)
})

test('nothing that is called by a record’s number is looked for in an earlier release: what is withdrawn is gone', async () => {
  const search = (records: string[]) => async (_: string, folder: string) => {
    mkdirSync(join(folder, 'fragment'), { recursive: true })
    for (const each of records) writeFileSync(join(folder, 'fragment', `${each}.pf_fragment`), each)
    return { version: '1', records: {} }
  }
  await release('one', undefined, { search: search(['1a', '2a']) })
  expect((await get('/pagefind/fragment/2a.pf_fragment')).statusCode).toBe(200)
  await release('two', undefined, { search: search(['1a']) })
  const kept = await get('/pagefind/fragment/1a.pf_fragment')
  expect([kept.statusCode, kept.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect((await get('/pagefind/fragment/2a.pf_fragment')).statusCode).toBe(404)
})
