import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchAnswer } from '#contract/search.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { bundleOf } from '../bundle/fresh-archive.ts'
import { openTestArchive } from '../fixtures.ts'
import type { TestArchive, TestRecords } from '../fixtures.ts'
import { deskOf } from '../records/desk.ts'

/** People, organizations, places, subjects and collections are found by their texts, too. */

const TOWN: TestRecords = {
  location: [
    { id: 1, name: 'Mill', address: '4 Water Street', altnames: '["The Granary"]' },
    { id: 2, name: '', address: '' },
  ],
  location_description: [
    { id: 1, location_id: 1, description: `${'word '.repeat(90)} flourmill` },
    { id: 2, location_id: 1, description: 'Burnt' },
  ],
  heritage: [{ id: 1, location_id: 1, architectural_style: 'Georgian', architectural_description: 'Limestone walls' }],
  plaque: [{ id: 1, location_id: 1, name: 'Millwright', text: 'Erected by the society' }],
  lot: [{ lot_num: '12A', location_id: 1 }],
  person: [
    { id: 1, first_name: 'Ada', surname: 'Calder', date_of_birth: 18500000, biography: 'A swimmer from Leeds' },
    { id: 2, first_name: 'Swimmer', surname: 'Moss' },
    { id: 3, first_name: 'Bo', surname: 'Draft', biography: 'A swimmer', visibility: 'draft' },
  ],
  organization: [{ id: 1, name: 'Guild', altname: '["Weavers"]', date_opened: 18710000, description: 'Of masons' }],
  subject: [
    { id: 1, subject_name: 'Trades', subject_description: 'Coopers, two families of millers' },
    { id: 2, subject_name: 'Secret', subject_description: 'Coopers', visibility: 'draft' },
  ],
  collection: [{ id: 1, collection_name: 'Papers', collection_description: 'Ledgers', hierarchy: 'fond' }],
  items: [{ id: 1, title: 'Picnic', general_description: 'A swimmer', location_id: 1 }],
}

let town: TestArchive
beforeAll(async () => (town = await openTestArchive(TOWN)))
afterAll(() => town.close())

const search = async ({ get }: TestArchive, words: string) =>
  (await get(`/api/search/?search=${encodeURIComponent(words)}`)).json as SearchAnswer

test.each<[query: string, ...kinds: [kind: string, ids: number[]][]]>([
  ['swimmer leeds', ['person', [1]]],
  ['calder swimmer', ['person', [1]]],
  ['ada 1850', ['person', [1]]],
  // Who is called so comes first; an item without the word in its title before what only has it in its texts.
  ['swimmer', ['person', [2, 1]], ['item', [1]]],
  ['masons', ['organization', [1]]],
  ['weavers masons 1871', ['organization', [1]]],
  ['cooper', ['subject', [1]]],
  ['family', ['subject', [1]]],
  ['ledgers', ['collection', [1]]],
  ['papers ledger', ['collection', [1]]],
  ['flourmill', ['place', [1]]],
  ['burnt limestone granary', ['place', [1]]],
  // Items at a place come before it.
  ['water street', ['item', [1]], ['place', [1]]],
  ['mill', ['item', [1]], ['place', [1]], ['subject', [1]]],
  ['georgian', ['place', [1]]],
  ['millwright erected', ['place', [1]]],
  ['lot 12a', ['place', [1]]],
  ['zone 2', ['place', [2]]],
  ['"by the society"', ['place', [1]]],
  ['"society lot"'],
  ['coopers masons'],
])('%s', async (words, ...kinds) => {
  const { kinds: found, unknown } = await search(town, words)
  expect(found.map(({ kind, results }) => [kind, results.map(({ id }) => id)])).toEqual(kinds)
  expect(unknown).toEqual([])
  if (words === 'flourmill') expect(found[0]!.results[0]!.text).toMatch(/^….*word flourmill/)
  if (words.startsWith('"by')) expect(found[0]!.results[0]!.text).toMatch(/Georgian.*Erected/)
})

test('texts are found as they are after an edit, a new number of a lot, a removal and an import that are undone, and a withdrawal', async () => {
  const own = await openTestArchive(TOWN)
  const desk = deskOf(() => own)
  const idsOf = async (words: string) =>
    (await search(own, words)).kinds.flatMap(({ kind, results }) => results.map(({ id }) => `${kind} ${id}`))
  await desk.change('plaques', 1, { text: 'Unveiled in spring' })
  expect([await idsOf('erected'), await idsOf('unveiled spring')]).toEqual([[], ['place 1']])
  const { version } = await desk.read('lots', '12A')
  const headers = { 'if-match': `"${version}"` }
  await own.send('/api/records/lots/12A/rename/', { method: 'POST', as: 'staff', headers, body: { lotNum: '77' } })
  expect([await idsOf('lot 12a'), await idsOf('lot 77')]).toEqual([[], ['place 1']])
  await desk.drop('heritage', 1)
  expect(await idsOf('limestone')).toEqual([])
  const undo = async (id: number) =>
    (await own.send(`/api/operations/${id}/undo/`, { method: 'POST', as: 'administrator' })).status
  const removal = own.db.selectFrom('operation').select('id').where('type', '=', 'removal')
  const { id } = await removal.executeTakeFirstOrThrow()
  // As an earlier version wrote it.
  const row = await own.db.selectFrom('operation_row').select('before').where('operation_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
  const { search_text: _text, ...before } = JSON.parse(row.before!) as Record<string, unknown>
  await own.db.updateTable('operation_row').set({ before: JSON.stringify(before) }).where('operation_id', '=', id).execute() // prettier-ignore
  expect(await undo(id)).toBe(200)
  expect(await idsOf('limestone')).toEqual(['place 1'])
  const person = `"${(await desk.read('people', 1)).version}"`
  await own.send('/api/records/people/1/unpublish/', { method: 'POST', as: 'staff', headers: { 'if-match': person } })
  expect(await idsOf('leeds')).toEqual([])

  const imported = async (row: object) =>
    importBundle({ folder: await bundleOf({ 'subjects.json': [row] }), db: own.db, media: own.media })
  const subject = { id: 1, subject_name: 'Crafts', subject_description: 'Tinsmiths' }
  await imported(subject)
  await imported({ ...subject, subject_description: 'Glaziers' })
  expect([await idsOf('tinsmiths'), await idsOf('crafts glaziers')]).toEqual([[], [expect.stringMatching(/^subject/)]])
  const imports = own.db.selectFrom('operation').select('id').where('type', '=', 'import').orderBy('id', 'desc')
  expect(await undo((await imports.executeTakeFirstOrThrow()).id)).toBe(200)
  expect([await idsOf('tinsmiths'), await idsOf('glaziers')]).toEqual([[expect.stringMatching(/^subject/)], []])
  await own.close()
})
