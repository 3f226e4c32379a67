import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { everything } from '../everything.ts'
import { runs } from '../../setup/length.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()

const post = (path: string, body: unknown) => town.send(`/api/${path}/`, { method: 'POST', body, as: 'society' })
const item = { type: 'object', general_description: 'x' }
const gone = (id: number) => `Invalid pk "${id}" - object does not exist.`

/** What the forms do not check as well (contract/same-sentences.test.ts has the others). */
const REFUSED: [path: string, body: unknown, answer: object][] = [
  [
    'item/post',
    { type: null, general_description: null },
    { type: ['Add an item type'], general_description: ['Add a description of your item'] },
  ],
  ['item/post', { ...item, type: 'painting' }, { type: [expect.stringContaining('Choose one of: photograph, ')] }],
  ['item/post', { ...item, date_start: 19010231 }, { date_start: [expect.stringContaining('eight digits')] }],
  ['item/post', { ...item, date_end: 'soon' }, { date_end: [expect.stringContaining('eight digits')] }],
  ['item/post', { ...item, title: 5 }, { title: ['Enter text.'] }],
  ['item/post', { ...item, people: [1, 'x', 'y'] }, { people: ['Enter a whole number, such as 12.'] }],
  ['item/post', { ...item, people: 1 }, { people: ['Enter a list of whole numbers.'] }],
  [
    'item/post',
    { ...item, people: Array.from({ length: 5001 }, (_, at) => at + 1) },
    { people: ['This list can have at most 5000 entries.'] },
  ],
  [
    'item/post',
    { ...item, people: [1, 7001, 7002], location: 7003 },
    { people: [gone(7001), gone(7002)], location: [gone(7003)] },
  ],
  ['item/post', { ...item, location: 1.5 }, { location: ['Enter a whole number, such as 12.'] }],
  ['item/post', { ...item, location: -1 }, { location: ['Enter a number above 0.'] }],
  ['item/post', { ...item, copyright_info: 'mine' }, { copyright_info: [expect.stringContaining('Public Domain')] }],
  [
    'item/post',
    { ...item, archival_identifier: ' P-001 ' },
    { archival_identifier: ['This archival ID is already in use!'] },
  ],
  ['item/post', [], { detail: 'The request body must be a JSON object.' }],
  ['subjects', { subject_name: 'x', subject_description: 'y', subject_parent: 99 }, { subject_parent: [gone(99)] }],
  ['organizations', { name: 'x', description: 'y', altname: 7 }, { altname: ['Enter names, separated by commas.'] }],
  ['people', { first_name: 'A', surname: 'B', sex: 'x' }, { sex: [expect.stringContaining('female')] }],
  ['people', { first_name: 'A', surname: 'B', spouses: [1, 99] }, { spouses: [gone(99)] }],
  ['graves', {}, { entry: ['This field is required'], person: ['This field is required'] }],
  ['graves', { entry: 'x', person: '' }, { person: ['This field is required'] }],
  ['graves', { entry: 'x', person: 99 }, { person: [gone(99)] }],
  [
    'people/relationships',
    {},
    {
      person1: ['This field is required'],
      person2: ['This field is required'],
      relationship_type: [expect.stringContaining('parent')],
    },
  ],
  [
    'people/relationships',
    { person1: 1, person2: 1, relationship_type: 'parent' },
    { person2: ['A person cannot be their own parent.'] },
  ],
  [
    'people/relationships',
    { person1: 1, person2: 3, relationship_type: 'parent' },
    { non_field_errors: ['This person is already recorded as a parent.'] },
  ],
  [
    'people/relationships',
    { person1: 3, person2: 1, relationship_type: 'parent' },
    { person1: ['This would make somebody their own ancestor.'] },
  ],
  [
    'people/relationships',
    { person1: 1, person2: 2, relationship_type: 'friend' },
    { relationship_type: [expect.stringContaining('parent')] },
  ],
  [
    'collections',
    { collection_name: 'a', collection_description: 'b', hierarchy: 'file', parent_collection: 99 },
    { parent_collection: [gone(99)] },
  ],
]

test.each(REFUSED)('%s refuses %j, and changes nothing', async (path, body, answer) => {
  const before = await everything(town.db)
  const { status, json } = await post(path, body)
  expect([status, json]).toEqual([400, answer])
  expect(await everything(town.db)).toEqual(before)
})

const CALLS = (
  [
    'createItem',
    'createSubject',
    'createOrganization',
    'createPerson',
    'createGrave',
    'createRelationship',
    'createCollection',
  ] as const
).map((name) => ({ path: endpoints[name].path, fields: Object.keys(endpoints[name].body.entries) }))
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  fc.constantFrom(
    1,
    2,
    3,
    99,
    'photograph',
    'parent',
    'file',
    'female',
    '',
    ' ',
    null,
    19010000,
    [1, 2],
    ['x'],
    1e300,
    '\ud800',
    'a\0',
  ),
  fc.string({ unit: 'binary' }),
)
const anyCall = fc.constantFrom(...CALLS).chain(({ path, fields }) =>
  fc.record({
    path: fc.constant(path),
    fields: fc.constant(fields),
    body: fc.dictionary(fc.constantFrom(...fields, '__proto__', 'id'), anyValue, { minKeys: 1 }),
  }),
)

test('any body is accepted, or refused by field without changes', async () => {
  await fc.assert(
    fc.asyncProperty(anyCall, async ({ path, fields, body }) => {
      const before = await everything(town.db)
      const { status, json } = await town.send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        as: 'society',
        headers: { 'content-type': 'application/json' },
      })
      if (status === 201) return
      expect(status).toBe(400)
      for (const named of Object.keys(json)) expect([...fields, 'detail', 'non_field_errors']).toContain(named)
      expect(await everything(town.db)).toEqual(before)
    }),
    { numRuns: runs(150) },
  )
})
