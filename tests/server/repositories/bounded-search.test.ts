import { beforeAll, expect, test } from 'vitest'
import { SEARCH_WORK } from '#contract/limits.ts'
import { openTestArchive } from '../fixtures.ts'
import { useArchive } from '../use-archive.ts'

/** More items than a search ranks; each contains all fifteen letters, as words and as prefixes. */
const ITEMS = SEARCH_WORK.ranked + 1_500
const LETTERS = [...'abcdefghijklmno']
const archive = useArchive(() => openTestArchive({}))
beforeAll(() => {
  const description = [...LETTERS, ...LETTERS.map((letter) => `${letter}long`)].join(' ')
  archive.db.sqlite.exec(`
    begin;
    with recursive n(id) as (select 1 union all select id + 1 from n where id < ${ITEMS})
      insert into item (id, type, title, visibility, created_at, updated_at)
      select id, 'photograph', 'Item ' || id, 'published', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z' from n;
    insert into item_search (rowid, title, description, names, identifier, dates)
      select id, case id when 777 then 'the harbour' else 'item ' || id end, '${description} harbour', '', '', '' from item;
    commit;`)
})

type Page = { count: number; results: { id: number }[]; shortened?: string[] }
const search = async (words: string, more = '') =>
  (await archive.get(`/api/items/?search=${encodeURIComponent(words)}${more}`)).json as Page

test('a shortened answer says why, and its count matches its pages', async () => {
  const many = await search('harbour')
  expect([many.count, many.shortened]).toEqual([SEARCH_WORK.ranked, ['matches']])
  expect(many.results[0]!.id).toBe(777)
  const letters = await search(LETTERS.join(' '))
  expect([letters.count, letters.shortened]).toEqual([SEARCH_WORK.ranked, ['words', 'letters', 'matches']])
  const last = await search('harbour', `&page=${SEARCH_WORK.ranked / 10}`)
  expect(last.results).toHaveLength(10)
})

test('an ordinary search is not shortened', async () => {
  expect(await search('the harbour')).toEqual({ count: 1, results: [expect.objectContaining({ id: 777 })] })
  expect(await search('harbour', '&type=video')).toEqual({ count: 0, results: [] })
})

test('of more records than a search ranks, those that are called so are kept', async () => {
  archive.db.sqlite.exec(`
    with recursive n(id) as (select 1 union all select id + 1 from n where id < ${ITEMS})
      insert into person (id, sex, visibility, search, search_text)
      select id, '', 'published', case id when ${ITEMS} then 'lighthouse' else 'ada' end, 'by the lighthouse' from n`)
  const { json } = await archive.get('/api/search/?search=lighthouse')
  const { kinds } = json as { kinds: { count: number; results: { id: number }[] }[] }
  expect(kinds.map(({ count, results }) => [count, results[0]!.id])).toEqual([[SEARCH_WORK.ranked, ITEMS]])
})

test('people are searched by the first ten words', async () => {
  const own = await openTestArchive({ person: [{ id: 1, first_name: 'abcdefghijklm', surname: '' }] })
  const beginnings = Array.from({ length: SEARCH_WORK.words }, (_, at) => 'abcdefghijklm'.slice(0, at + 1))
  const found = async (words: string[]) => (await own.get(`/api/people/?search=${words.join('+')}`)).json as unknown[]
  expect(await found([...beginnings, 'nobody'])).toHaveLength(1)
  expect(await found([...beginnings.slice(1), 'nobody'])).toHaveLength(0)
  await own.close()
})
