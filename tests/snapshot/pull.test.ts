import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readSnapshot } from '#snapshot/files.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { Refused, foreignServer, itemPages, publishedItem } from './foreign-server.ts'
import type { Reply } from './foreign-server.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let parent: string
let folder: string
beforeEach(async () => {
  parent = await freshFolder()
  folder = join(parent, 'snapshot')
})

const patience = { tries: 3, wait: 1 }
async function pull(replies: Record<string, Reply>) {
  const { client, asked } = foreignServer(replies)
  const report = await pullSnapshot({ api: 'http://foreign.test', apiBase: '', folder, client, patience })
  return { report, asked, ...readSnapshot(folder) }
}
const person = (id: number, more: object = {}) => ({ id, first_name: 'P', surname: String(id), ...more })
const personLink = (id: number) => ({ id, first_name: 'P', surname: String(id) })

describe('items', () => {
  test('are read page by page, also from a server with smaller pages', async () => {
    const items = Array.from({ length: 23 }, (_, at) => publishedItem(23 - at))
    const { lists, asked, report } = await pull({ '/api/items/': itemPages(items, 5) })
    expect(lists.items.map((item) => item.id)).toEqual(Array.from({ length: 23 }, (_, at) => at + 1))
    expect(asked.filter((each) => each.startsWith('/api/items/'))).toHaveLength(5)
    expect(asked.every((each) => !each.startsWith('/api/items/') || each.includes('visibility=published'))).toBe(true)
    expect(report.notes).toEqual([])
  })

  test('drafts are never included, whatever the server sends', async () => {
    const items = [
      publishedItem(1),
      publishedItem(2, { visibility: 'draft', title: 'SECRET' }),
      { ...publishedItem(3), visibility: undefined },
    ]
    const { lists, report } = await pull({
      '/api/items/': itemPages(items),
      '/api/people/': () => [person(1), person(2, { visibility: 'draft', biography: 'SECRET' })],
    })
    expect(lists.items.map((item) => item.id)).toEqual([1])
    expect(lists.people.map((each) => each.id)).toEqual([1])
    expect(report.unpublished).toEqual({ items: 1, people: 1 })
    for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), 'utf8')).not.toContain('SECRET')
    expect(JSON.stringify(report)).not.toContain('SECRET')
  })
})

test('an odd field is reported and left out, a row only without what it needs', async () => {
  const { lists, report } = await pull({
    '/api/items/': itemPages([publishedItem(1), publishedItem(2, { type: 'hologram' }), null]),
    '/api/people/': () => [
      person(1),
      { id: 2, surname: 'X', date_of_birth: 18991340 },
      person(1, { surname: 'other' }),
    ],
  })
  expect(lists.items.map((item) => item.id)).toEqual([1])
  expect(lists.people.map((each) => [each.id, each.date_of_birth])).toEqual([
    [1, null],
    [2, null],
  ])
  expect(report.leftOut).toEqual([
    { list: 'people', id: 2, field: 'date_of_birth', reason: expect.stringContaining('eight digits') as string },
    { list: 'people', id: 1, field: '', reason: 'Another record has the same id.' },
    { list: 'items', id: 2, field: 'type', reason: expect.any(String) as string },
    { list: 'items', id: null, field: '', reason: expect.any(String) as string },
  ])
})

test('refused lists are read record by record until no new ids turn up', async () => {
  const refuse =
    (filter: string, reply: Reply): Reply =>
    (query, path) =>
      query.get(filter) ? reply(query, path) : new Refused(400)
  const { lists, report } = await pull({
    '/api/items/': itemPages([
      publishedItem(1, {
        people: [personLink(5)],
        organizations: [{ id: 7, name: 'Mill' }],
        subject: [{ id: 3, subject_name: 'Mills' }],
      }),
    ]),
    '/api/people/': () => new Refused(403),
    '/api/person/:id/': (_, path) =>
      path.includes('/9/')
        ? new Refused(404)
        : person(Number(path.split('/')[3]), { spouses: path.includes('/5/') ? [6, 9] : [] }),
    '/api/organizations/': () => new Refused(400),
    '/api/organization/:id/': () => ({ id: 7, name: 'Mill Company' }),
    '/api/employment/': refuse('organization', () => [{ person: 8, organization: 7, date_start: 18800000 }]),
    '/api/people/relationships/': refuse('person2', (query) =>
      query.get('person2') === '8' ? [{ person1: 10, person2: 8, relationship_type: 'parent' }] : [],
    ),
    '/api/subjects/': () => new Refused(405),
  })
  // 5 is on the item, 6 is the spouse of 5 (9 does not exist), 8 worked at the mill, 10 is a parent of 8.
  expect(lists.people.map((each) => each.id)).toEqual([5, 6, 8, 10])
  expect(lists.organizations.map((each) => each.name)).toEqual(['Mill Company'])
  expect(lists.employment).toHaveLength(1)
  expect(lists.relationships).toHaveLength(1)
  expect(lists.subjects.map((each) => each.subject_name)).toEqual(['Mills'])
  expect(report.oneByOne).toEqual(['employment', 'organizations', 'people', 'relationships', 'subjects'])
})

test('cycles in trees are broken and reported', async () => {
  const collection = (id: number, parent: number) => ({
    id,
    collection_name: `C${id}`,
    hierarchy: 'file',
    parent_collection: parent,
  })
  const { lists, report } = await pull({
    '/api/collections/': () => [collection(1, 3), collection(2, 1), collection(3, 2), collection(4, 3)],
  })
  expect(lists.collections.map((each) => each.parent_collection)).toEqual([null, 1, 2, 3])
  expect(report.leftOut).toMatchObject([{ list: 'collections', id: 1, field: 'parent_collection' }])
})

describe('a server in trouble', () => {
  test.each([429, 503])(
    'a server that answers %s and says when to come back is asked again then, and no earlier',
    async (status) => {
      const asked: number[] = []
      await pull({
        '/api/lots/': () => {
          asked.push(performance.now())
          return asked.length === 1 ? new Refused(status, { 'retry-after': '1' }) : [{ lotNum: 'A', location: null }]
        },
      })
      expect(asked).toHaveLength(2)
      expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(990)
    },
  )

  test('retries are limited', async () => {
    let asked = 0
    const again = pull({
      '/api/items/': () => {
        asked += 1
        return new Refused(429, { 'retry-after': '0' })
      },
    })
    await expect(again).rejects.toThrow(/items.*429/)
    expect(asked).toBe(patience.tries)
  })
})

describe('an archive that changes during the pull', () => {
  test('is pulled again', async () => {
    let counter = 0
    let pulls = 0
    const { meta, lists } = await pull({
      '/api/changes/': () => ({ counter: ++counter < 2 ? 1 : 2 }),
      '/api/lots/': () => [{ lotNum: `pull ${++pulls}`, location: null }],
    })
    expect(lists.lots).toEqual([{ location: null, lotNum: 'pull 2' }])
    expect(meta.counter).toBe(2)
  })
  test('a limited number of times', async () => {
    let counter = 0
    const { report } = await pull({ '/api/changes/': () => ({ counter: ++counter }) })
    expect(report.notes).toHaveLength(1)
  })
})

test('the same archive gives the same bytes for any order of rows and keys', async () => {
  const people = [person(2), person(1, { biography: 'b' })]
  const relationships = [
    { person1: 1, person2: 2, relationship_type: 'parent' },
    { person1: 3, person2: 2, relationship_type: 'parent' },
  ]
  const bytes = () =>
    readdirSync(folder)
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')])
  await pull({ '/api/people/': () => people, '/api/people/relationships/': () => relationships })
  const first = bytes()
  const turned = (row: object) => Object.fromEntries(Object.entries(row).reverse())
  await pull({
    '/api/people/': () => people.map(turned).reverse(),
    '/api/people/relationships/': () => relationships.map(turned).reverse(),
  })
  expect(bytes()).toEqual(first)
  expect(first.find(([file]) => file === 'people.json')![1]).toContain('"biography":"b"')
})
