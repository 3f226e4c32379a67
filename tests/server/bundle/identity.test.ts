import { expect, test } from 'vitest'
import { inTransaction } from '#server/database/write.ts'
import { historyOf } from '#server/records/audit.ts'
import { mergeRecords } from '#server/records/merge/merge-records.ts'
import { freshArchive, recordsAlone } from './fresh-archive.ts'
import {
  STAFF,
  WHEEL,
  addItemHere,
  countsOf,
  editHere,
  fieldsOf,
  forgetImports,
  importOf,
  removeHere,
  titles,
  withPhotographs,
} from './identity.ts'

test('a number of a bundle is no id of the archive: the spinning wheel takes no photograph’s place', async () => {
  const archive = await withPhotographs()
  const before = await fieldsOf(archive, 'items', 3)
  const dry = await importOf(archive, WHEEL, { dryRun: true })
  expect(countsOf(dry)).toMatchObject({ added: 1, updated: 0, conflicts: 0 })
  const report = await importOf(archive, WHEEL)
  expect(countsOf(report)).toEqual(countsOf(dry))
  expect(await fieldsOf(archive, 'items', 3)).toEqual(before)
  expect(await titles(archive)).toEqual(['1 Mill', '2 Dock', '3 Harvest', '4 Spinning wheel'])
  // Again, from the same source: its own record.
  expect(countsOf(await importOf(archive, WHEEL))).toMatchObject({ added: 0, unchanged: 1 })
  const renamed = { 'items.csv': 'id,type,title\n3,object,Flax wheel\n' }
  expect(countsOf(await importOf(archive, renamed))).toMatchObject({ updated: 1, changed: { title: 1 } })
  expect((await titles(archive)).at(-1)).toBe('4 Flax wheel')
  // Another source has numbers of its own.
  expect(countsOf(await importOf(archive, WHEEL, { source: 'other' }))).toMatchObject({ added: 1, updated: 0 })
  expect((await titles(archive)).slice(-2)).toEqual(['4 Flax wheel', '5 Spinning wheel'])
})

test('a number that was never given stays the id; a removed record’s number is not given again', async () => {
  const archive = await withPhotographs()
  await removeHere(archive, 'items', 3)
  await importOf(archive, { 'items.csv': 'id,type,title\n3,object,Wheel\n900,object,Loom\n5,object,Comb\n' })
  expect(await titles(archive)).toEqual(['1 Mill', '2 Dock', '5 Comb', '900 Loom', '901 Wheel'])
  expect(await addItemHere(archive, { title: 'Next' })).toBe(902)
})

test('links between rows lead to their records, also those of lists that link to themselves', async () => {
  const archive = await withPhotographs()
  await importOf(archive, { 'people.csv': 'id,first_name\n1,Local\n' }, { source: 'here' })
  const files = {
    'people.csv': 'id,first_name,spouses\n1,Ann,2\n2,Bo,1\n',
    'relationships.csv': 'person1,person2,relationship_type\n1,2,parent\n',
    'items.csv': 'id,type,title,people,creator\n1,object,Wheel,2;1,1\n',
  }
  const report = await importOf(archive, files, { source: 'there' })
  expect(report.issues).toEqual([])
  expect(await fieldsOf(archive, 'people', 2)).toMatchObject({ first_name: 'Bo', spouses: [3] })
  expect(await fieldsOf(archive, 'people', 3)).toMatchObject({ first_name: 'Ann', spouses: [2] })
  expect(await fieldsOf(archive, 'relationships', 1)).toMatchObject({ person1: 3, person2: 2 })
  expect(await fieldsOf(archive, 'items', 4)).toMatchObject({ people: [2, 3], creator: 3 })
  // Alone, a list names rows that its source brought before.
  await importOf(archive, { 'graves.csv': 'entry,person\nPlot 1,1\n' }, { source: 'there' })
  expect(await fieldsOf(archive, 'graves', 1)).toMatchObject({ person: 3 })
})

test('a column that is missing leaves a field as it is, an empty cell empties it', async () => {
  const archive = await freshArchive()
  const all = 'id,type,title,general_description,date_start,archival_identifier\n1,event,Fire,All night.,1880s,F-1\n'
  await importOf(archive, { 'items.csv': all, 'people.csv': 'id,first_name,biography\n1,Ann,Long.\n' })
  // Not even what a new record must have.
  const report = await importOf(archive, {
    'items.csv': 'id,general_description,archival_identifier\n1,,\n',
    'people.csv': 'id,surname\n1,Orr\n',
  })
  expect(report.issues).toEqual([])
  expect(countsOf(report).changed).toEqual({ general_description: 1, archival_identifier: 1 })
  expect(await fieldsOf(archive, 'items', 1)).toMatchObject({
    ...{ type: 'event', title: 'Fire', general_description: '', archival_identifier: null },
    ...{ date_start: 18800000, date_start_text: '1880s', date_end: 18890000 },
  })
  expect(await fieldsOf(archive, 'people', 1)).toMatchObject({ first_name: 'Ann', surname: 'Orr', biography: 'Long.' })
  // The end of a span goes with the start that brought it, and no other.
  await importOf(archive, { 'items.csv': 'id,date_start\n1,1885\n' })
  expect(await fieldsOf(archive, 'items', 1)).toMatchObject({ date_start: 18850000, date_end: null })
  await importOf(archive, { 'items.csv': 'id,date_end\n1,1890\n' })
  await importOf(archive, { 'items.csv': 'id,date_start\n1,1886\n' })
  expect(await fieldsOf(archive, 'items', 1)).toMatchObject({ date_start: 18860000, date_end: 18900000 })
  expect(countsOf(await importOf(archive, { 'items.csv': 'id,date_start\n1,1895\n' }))).toMatchObject({ conflicts: 1 })
})

test('what was changed here since is a conflict: both values are told, and only --replace takes the bundle’s', async () => {
  const archive = await freshArchive()
  const rows = (title: string) => ({ 'items.csv': `id,type,title\n1,event,${title}\n2,event,Flood\n` })
  await importOf(archive, rows('Fire'))
  await editHere(archive, 'items', 1, { title: 'The fire of 1888' })
  for (const dryRun of [true, false]) {
    const report = await importOf(archive, rows('Great fire'), { dryRun })
    expect(report.conflicts).toMatchObject([
      { file: 'items.csv', line: 2, key: 1, changes: [{ before: 'The fire of 1888', after: 'Great fire' }] },
    ])
    expect(countsOf(report)).toMatchObject({ updated: 0, unchanged: 1, conflicts: 1 })
  }
  expect(await titles(archive)).toEqual(['1 The fire of 1888', '2 Flood'])
  expect(countsOf(await importOf(archive, rows('Great fire'), { replace: true }))).toMatchObject({ updated: 1 })
  expect((await titles(archive))[0]).toBe('1 Great fire')
  // What both say is none, and is seen from then on.
  await editHere(archive, 'items', 1, { title: 'Fire' })
  expect(countsOf(await importOf(archive, rows('Fire')))).toMatchObject({ unchanged: 2, conflicts: 0 })
  expect(countsOf(await importOf(archive, rows('Fire!')))).toMatchObject({ updated: 1, conflicts: 0 })
})

test('publishing is a conflict only with a row that says otherwise', async () => {
  const archive = await freshArchive()
  const rows = (title: string, visibility: string) => ({
    'items.json': [{ id: 1, type: 'event', title, ...(visibility && { visibility }) }],
  })
  await importOf(archive, rows('Fire', 'draft'))
  await archive.db.updateTable('item').set({ visibility: 'published' }).execute()
  const step = { at: '', action: 'published', kind: 'items', record_key: '1', note: '', fields: '[]', version: '' }
  await archive.db.insertInto('audit').values(step).execute()
  expect(countsOf(await importOf(archive, rows('Fire!', '')))).toMatchObject({ updated: 1, conflicts: 0 })
  await archive.db.insertInto('audit').values(step).execute()
  expect(countsOf(await importOf(archive, rows('Fire!', 'draft')))).toMatchObject({ updated: 0, conflicts: 1 })
})

test('every record that an import adds or changes has an entry in its history', async () => {
  const archive = await freshArchive()
  await importOf(archive, { 'people.csv': 'id,first_name\n1,Ann\n2,Bo\n' })
  await importOf(archive, { 'people.csv': 'id,first_name\n1,Anna\n2,Bo\n' }, { caller: STAFF })
  const history = (key: number) => historyOf(archive.db, 'people', key)
  expect(await history(1)).toMatchObject([
    { actor: null, action: 'edited', note: 'Import of bundle', fields: [{ before: 'Ann', after: 'Anna' }] },
    { actor: null, action: 'added', note: 'Import of bundle' },
  ])
  expect(await history(2)).toHaveLength(1)
})

test('records that were removed or merged here stay so, and rows that name them are left alone', async () => {
  const archive = await freshArchive()
  const files = {
    'people.csv': 'id,first_name\n1,Ann\n2,Bo\n3,Ann O.\n',
    'graves.csv': 'entry,person\nPlot 1,3\n',
    'items.json': [
      { id: 1, type: 'event', title: 'Fire', people: [2] },
      { id: 2, type: 'event', title: 'Flood', people: [3] },
    ],
  }
  await importOf(archive, files)
  await removeHere(archive, 'people', 2)
  await inTransaction(archive.db, (trx) => mergeRecords(trx, STAFF, { kind: 'people', from: 3, into: 1 }))
  const before = await recordsAlone(archive.db)
  const report = await importOf(archive, files)
  expect(report.conflicts.map(({ file, key, reason }) => `${file} ${key}: ${reason}`)).toEqual([
    'people.csv 2: It was removed here. --replace adds it again.',
    'people.csv 3: It became part of another record here.',
    expect.stringMatching(/^items\.json 1: It names the person 2, which is in conflict\./),
  ])
  expect(await recordsAlone(archive.db)).toEqual(before)
  expect(await fieldsOf(archive, 'items', 2)).toMatchObject({ people: [1] })
  await importOf(archive, files, { replace: true })
  expect(await fieldsOf(archive, 'items', 1)).toMatchObject({ people: [4] })
  expect(await fieldsOf(archive, 'people', 4)).toMatchObject({ first_name: 'Bo' })
})

const WHEEL_AS_1 = { 'items.csv': 'id,type,title\n1,object,Spinning wheel\n' }

test('into an archive from before, rows match by number only where they have the same name', async () => {
  const archive = await freshArchive()
  const files = {
    'people.csv': 'id,first_name\n1,Ann\n2,Bo\n',
    'graves.csv': 'entry,person\nPlot 1,1\nPlot 2,2\n',
    'items.csv': 'id,type,title\n1,event,Fire\n2,event,Flood\n',
  }
  await importOf(archive, files)
  await forgetImports(archive)
  const next = {
    'people.csv': 'id,first_name,surname\n1,Ann,Orr\n2,Bo,\n',
    'graves.csv': 'entry,person\nPlot 1,1\nPlot 2,2\n',
    'items.csv': 'id,type,title,general_description,people\n1,object,Spinning wheel,,1\n2,event,Flood,Of 1888.,1;2\n',
  }
  const dry = await importOf(archive, next, { dryRun: true })
  const report = await importOf(archive, next)
  expect([dry.conflicts, dry.lists]).toEqual([report.conflicts, report.lists])
  expect(report.conflicts).toMatchObject([
    {
      ...{ file: 'people.csv', key: 1, changes: [{ field: 'surname', before: '', after: 'Orr' }] },
    },
    { file: 'graves.csv', reason: 'It names the person 1, which is in conflict.' },
    { file: 'items.csv', key: 1, changes: [{ field: 'type' }, { before: 'Fire', after: 'Spinning wheel' }] },
    { file: 'items.csv', key: 2, reason: 'It names the person 1, which is in conflict.' },
  ])
  expect(countsOf(report, 'people')).toMatchObject({ added: 0, unchanged: 1, conflicts: 1 })
  expect(countsOf(report, 'graves')).toMatchObject({ added: 0, unchanged: 1 })
  // From now on Bo is this source's, and no other's.
  const rest = { 'people.csv': 'id,first_name,sex\n2,Bo,male\n' }
  expect(countsOf(await importOf(archive, rest), 'people')).toMatchObject({ updated: 1 })
  expect(countsOf(await importOf(archive, rest, { source: 'other' }), 'people')).toMatchObject({ added: 1 })
  // --replace adds what is called differently beside it.
  await importOf(archive, WHEEL_AS_1, { replace: true })
  expect(await titles(archive)).toEqual(['1 Fire', '2 Flood', '3 Spinning wheel'])
})
