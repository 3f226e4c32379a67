import { beforeAll, describe, expect, test } from 'vitest'
import { addRecords } from './fixtures.ts'
import type { TestAccount } from './fixtures.ts'
import { DISCARDED, LINKING, LINKS_TO_DRAFTS, RETURNED } from './draft-links.ts'
import { addresses, reads } from './walk/all-reads.ts'
import { DRAFTS_OF_ALL, MARK, draftOf } from './walk/draft-town.ts'
import { useArchive } from './use-archive.ts'

const town = useArchive()
beforeAll(async () => {
  await addRecords(town.db, DRAFTS_OF_ALL)
  await addRecords(town.db, LINKS_TO_DRAFTS)
})

const OTHER = draftOf('other')
const CALLERS = [undefined, 'volunteer', 'society', 'staff', 'administrator'] as const
type Caller = TestAccount | undefined
const ask = (url: string, as: Caller) => town.send(url, { ...(as && { as }) })
/** The whole text of a response, except pictures. */
const said = ({ headers, body }: Awaited<ReturnType<typeof ask>>) =>
  JSON.stringify(headers) + (String(headers['content-type']).startsWith('image/') ? '' : body.toString())

describe.each(reads)('%s', (_, endpoint) => {
  test('reveals nothing of other people’s submissions', async () => {
    // Staff first: if their response were cached, the others would get it.
    for (const as of [...CALLERS.slice(3), ...CALLERS.slice(0, 3)]) {
      const mine = as ? [draftOf(as as 'volunteer')] : []
      for (const url of addresses(endpoint, [1, 2, 3, LINKING, OTHER, ...mine])) {
        const text = said(await ask(url, as))
        if (as === 'staff' || as === 'administrator') continue
        // Only the address itself may contain the query.
        expect(text, `${as} ${url}`).not.toMatch(new RegExp(`${MARK.other}|\\b${OTHER}\\b`))
        if (as === undefined) expect(text, url).not.toMatch(/zq(own|returned|discarded)|"visibility":"draft"/i)
      }
    }
  })
})

const LISTS = ['/api/people/', '/api/organizations/', '/api/subjects/', '/api/collections/?visibility=draft']
const DRAFT_ITEMS = '/api/items/?visibility=draft&page_size=100'

describe.each(['volunteer', 'society', 'staff', 'administrator'] as const)('%s', (as) => {
  const own = MARK.own(as)
  const all = as === 'staff' || as === 'administrator'

  test.each([...LISTS, DRAFT_ITEMS])('%s lists own drafts, for staff all', async (url) => {
    const text = (await ask(url, as)).body.toString()
    expect(text).toContain(own)
    expect(text.includes(MARK.other)).toBe(all)
    expect(text).toMatch(/"visibility" ?: ?"draft"/)
  })

  test('includes what depends on an own draft', async () => {
    const id = draftOf(as)
    const { json } = await ask(`/api/item/${id}/`, as)
    expect(json).toMatchObject({
      people: [{ id }, { id: 1 }],
      subject: [{ id }],
      organizations: [{ id }],
      collection: { id },
      item_scans: [{ id }],
    })
    const texts = await Promise.all(
      [
        `/api/lots/ownership/?person=${id}`,
        `/api/employment/?person=${id}`,
        `/api/residents/?person=${id}`,
        `/api/organizations/location/?organization=${id}`,
        `/api/people/relationships/?person2=${id}`,
        `/api/person/1/`,
      ].map(async (url) => (await ask(url, as)).body.toString()),
    )
    for (const text of texts) expect(text).toContain(own)
    expect((await ask(`/api/person/${id}/`, as)).json).toMatchObject({ image: { version: own }, visibility: 'draft' })
  })

  test('lists published items by default', async () => {
    for (const query of ['', '?visibility=published']) {
      const { json } = await ask(`/api/items/${query}`, as)
      const { count, results } = json as { count: number; results: { visibility: string }[] }
      expect([count, new Set(results.map(({ visibility }) => visibility))]).toEqual([4, new Set(['published'])])
    }
  })

  test('the response is private', async () => {
    for (const url of ['/api/people/', `/api/item/${draftOf(as)}/`, `/api/scan/image/${draftOf(as)}/?format=jpeg`]) {
      const { headers } = await ask(url, as)
      expect([headers['cache-control'], String(headers.vary)], url).toEqual([
        'private, no-store',
        expect.stringContaining('Authorization'),
      ])
    }
  })
})

test('counts of drafts are not cached', async () => {
  const count = async () => ((await ask(DRAFT_ITEMS, 'volunteer')).json as { count: number }).count
  const changes = async () => ((await town.get('/api/changes/')).json as { counter: number }).counter
  const [before, counter] = [await count(), await changes()]
  await addRecords(town.db, { items: [{ id: 799, title: 'Later', visibility: 'draft', author_id: 1 }] })
  expect([await count(), await changes()]).toEqual([before + 1, counter])
})

test('the same query is answered per caller, in any order', async () => {
  const texts = async () => {
    const answers = []
    for (const as of CALLERS) answers.push((await ask('/api/people/', as)).body.toString())
    return answers
  }
  const first = await texts()
  expect(new Set(first).size).toBe(4)
  expect(first[3]).toBe(first[4])
  expect(await texts()).toEqual(first)
})

test('public responses do not contain visibility', async () => {
  for (const url of LISTS.slice(0, 3)) expect((await ask(url, undefined)).body.toString()).not.toContain('visibility')
  expect((await ask('/api/person/1/', 'volunteer')).json).toMatchObject({ visibility: 'published' })
})

test('returned and discarded drafts stay visible to their author; discarded ones are not in staff lists', async () => {
  const listed = async (url: string, as: Caller) => {
    const text = (await ask(url, as)).body.toString()
    return [text.includes('Zqreturned'), text.includes('Zqdiscarded')]
  }
  for (const url of ['/api/people/', DRAFT_ITEMS]) {
    expect(await listed(url, 'volunteer')).toEqual([true, true])
    expect(await listed(url, 'staff')).toEqual([true, false])
    expect(await listed(url, 'society')).toEqual([false, false])
  }
  for (const url of ['/api/person/', '/api/item/']) {
    for (const id of [RETURNED, DISCARDED]) {
      expect((await ask(`${url}${id}/`, 'volunteer')).status).toBe(200)
      expect((await ask(`${url}${id}/`, 'staff')).status).toBe(200)
      expect((await ask(`${url}${id}/`, 'society')).status).toBe(404)
    }
  }
})
