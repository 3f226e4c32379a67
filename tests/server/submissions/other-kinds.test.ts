import { describe, expect, test } from 'vitest'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import { draftOf } from '../walk/draft-town.ts'
import { idOf, openDraftTown, sendingTo } from './sending.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(openDraftTown)

const { post, row } = sendingTo(() => town)

describe('other submissions', () => {
  const SENT = [
    [
      'subjects',
      'subject',
      { subject_name: ' Ferries ', subject_description: 'x', subject_parent: 2 },
      { subject_name: 'Ferries' },
    ],
    [
      'organizations',
      'organization',
      { name: 'Bakery', altname: 'Bakers, The Oven ', description: 'Bread' },
      { name: 'Bakery' },
    ],
    [
      'people',
      'person',
      {
        first_name: 'Ada',
        middle_name: null,
        surname: ' Walker',
        date_of_birth: '',
        sex: 'female',
        spouses: [2],
        family_tree: '',
      },
      { first_name: 'Ada', middle_name: '', surname: 'Walker' },
    ],
    ['graves', 'grave', { entry: ' Row 1 ', person: 2 }, { entry: 'Row 1', person: 2 }],
  ] as const
  test.each(SENT)('%s: a draft from a volunteer, published from staff', async (path, table, body, answered) => {
    for (const as of ['volunteer', 'society', 'staff', 'administrator'] as const) {
      const before = await town.db.selectFrom('build').selectAll().execute()
      const answer = await post(`/api/${path}/`, body, as)
      const id = idOf(answer)
      expect([answer.status, answer.json]).toEqual([201, { id, ...answered }])
      const reviewed = as === 'volunteer' || as === 'society'
      expect(await row(table, id)).toMatchObject({
        visibility: reviewed ? 'draft' : 'published',
        author_id: TEST_ACCOUNTS[as].id,
      })
      const step = await town.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      expect(step).toMatchObject({ action: reviewed ? 'submitted' : 'added', record_key: String(id) })
      const builds = await town.db.selectFrom('build').selectAll().execute()
      if (reviewed) expect(builds).toEqual(before)
      else expect(builds.at(-1)!.reason).toContain('Added')
    }
  })
  test('alternate names are split on commas and trimmed', async () => {
    const kept = async (altname: unknown) => {
      const id = idOf(await post('/api/organizations/', { name: 'A', description: 'b', altname }))
      return ((await town.send(`/api/organization/${id}/`, { as: 'volunteer' })).json as { altname: string[] }).altname
    }
    expect(await kept(' One, ,Two ')).toEqual(['One', 'Two'])
    expect(await kept(['One', ' Two '])).toEqual(['One', 'Two'])
    expect(await kept('["One","Two"]')).toEqual(['One', 'Two'])
    expect(await kept('{"a":1}')).toEqual(['{"a":1}'])
  })
  test('a parent', async () => {
    const parent = { person1: 3, person2: 2, relationship_type: 'parent', description: '' }
    // 2 is a parent of 3: the reverse would be a cycle.
    expect((await post('/api/people/relationships/', parent)).status).toBe(400)
    const child = idOf(await post('/api/people/', { first_name: 'A', surname: 'B' }))
    const sent = { ...parent, person2: child, description: 'adopted' }
    const answer = await post('/api/people/relationships/', sent)
    expect([answer.status, answer.json]).toEqual([201, { id: idOf(answer), ...sent }])
    expect((await post('/api/people/relationships/', sent)).json).toEqual({
      non_field_errors: ['This person is already recorded as a parent.'],
    })
  })
  test('a collection, for members of the society only', async () => {
    const body = { collection_name: 'Letters', collection_description: 'x', hierarchy: 'file', parent_collection: 1 }
    expect((await post('/api/collections/', body, 'volunteer')).status).toBe(403)
    const answer = await post('/api/collections/', body, 'society')
    expect([answer.status, answer.json]).toEqual([201, { id: idOf(answer) }])
    expect((await row('collection', idOf(answer))).visibility).toBe('draft')
  })
  test('drafts of others do not exist, own ones do', async () => {
    const theirs = draftOf('other')
    const nothing = (id: number) => [`Invalid pk "${id}" - object does not exist.`]
    const refused: [string, object, object][] = [
      ['graves', { entry: 'x', person: theirs }, { person: nothing(theirs) }],
      [
        'people/relationships',
        { person1: theirs, person2: 1, relationship_type: 'parent' },
        { person1: nothing(theirs) },
      ],
      ['people', { first_name: 'A', surname: 'B', spouses: [1, theirs] }, { spouses: nothing(theirs) }],
      [
        'subjects',
        { subject_name: 'A', subject_description: 'B', subject_parent: theirs },
        { subject_parent: nothing(theirs) },
      ],
      [
        'item/post',
        {
          type: 'object',
          general_description: 'x',
          people: [theirs],
          creator: 7777,
          subject: [theirs],
          organizations: [theirs],
        },
        { people: nothing(theirs), creator: nothing(7777), subject: nothing(theirs), organizations: nothing(theirs) },
      ],
    ]
    for (const [path, body, answer] of refused) {
      const { status, json } = await post(`/api/${path}/`, body)
      expect([path, status, json]).toEqual([path, 400, answer])
    }
    expect((await post('/api/graves/', { entry: 'x', person: draftOf('volunteer') })).status).toBe(201)
    expect((await post('/api/graves/', { entry: 'x', person: theirs }, 'staff')).status).toBe(201)
  })
})
