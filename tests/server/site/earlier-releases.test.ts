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

test('nothing of the search is looked for in an earlier release: what is withdrawn is gone, its words too', async () => {
  const search = (records: string[]) => async (_: string, folder: string) => {
    for (const name of ['fragment', 'index']) mkdirSync(join(folder, name), { recursive: true })
    for (const each of records) {
      writeFileSync(join(folder, 'fragment', `${each}.pf_fragment`), each)
      writeFileSync(join(folder, 'index', `${each}.pf_index`), each)
    }
    return records.length
  }
  const told = async (record: string) => {
    const files = [`/pagefind/fragment/${record}.pf_fragment`, `/pagefind/index/${record}.pf_index`]
    return Promise.all(files.map(async (file) => (await get(file)).statusCode))
  }
  await release('one', undefined, { search: search(['1a', '2a']) })
  expect(await told('2a')).toEqual([200, 200])
  await release('two', undefined, { search: search(['1a']) })
  expect(await told('1a')).toEqual([200, 200])
  expect((await get('/pagefind/index/1a.pf_index')).headers['cache-control']).toBe('no-cache')
  expect(await told('2a')).toEqual([404, 404])
})
