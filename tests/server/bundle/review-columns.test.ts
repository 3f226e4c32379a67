import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { RECORD_TABLES, anyTable } from '#server/records/tables.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { exportBundle, exportRecords } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { bundleOf, freshArchive, freshFolder, recordsAlone } from './fresh-archive.ts'
import { townBundle } from './town.ts'
import { runSql } from '../raw-sql.ts'

type Archive = Awaited<ReturnType<typeof freshArchive>>
const importOf = async (archive: Archive, files: Record<string, unknown>) =>
  importBundle({ folder: await bundleOf(files), ...archive })
const standing = async ({ db }: Archive, kind: (typeof REVIEWED_KINDS)[number]) =>
  (
    await db.selectFrom(anyTable(RECORD_TABLES[kind][0])).select(['id', 'visibility', 'state']).orderBy('id').execute()
  ).map(({ visibility, state }) => `${visibility} ${state}`)

async function town(): Promise<Archive> {
  const archive = await freshArchive()
  await importBundle({ folder: await townBundle(), ...archive, formats: ['webp'] })
  return archive
}

test('records are published by default, items are drafts', async () => {
  const archive = await town()
  for (const kind of REVIEWED_KINDS) {
    const expected =
      kind === 'items' ? ['published waiting', 'draft waiting', 'published waiting'] : ['published waiting']
    expect(new Set(await standing(archive, kind))).toEqual(new Set(expected))
  }
  await importOf(archive, { 'items.json': [{ id: 9, type: 'object' }] })
  expect((await standing(archive, 'items')).at(-1)).toBe('draft waiting')
})

test('drafts in every state survive an export unchanged', async () => {
  const first = await town()
  for (const kind of REVIEWED_KINDS) {
    const table = RECORD_TABLES[kind][0]
    const state = { people: 'returned', items: 'discarded', subjects: 'discarded' }[kind as string] ?? 'waiting'
    await runSql(
      first.db,
      `update ${table} set visibility = 'draft', state = '${state}' where id = (select max(id) from ${table})`,
    )
  }
  const folder = await freshFolder()
  await exportBundle({ folder, ...first })
  const second = await freshArchive()
  const { issues, imported } = await importBundle({ folder, ...second })
  expect([issues, imported]).toEqual([[], true])
  expect(await recordsAlone(second.db)).toEqual(await recordsAlone(first.db))
  expect((await standing(second, 'subjects')).at(-1)).toBe('draft discarded')
  const again = await freshFolder()
  await exportBundle({ folder: again, ...second })
  for (const kind of REVIEWED_KINDS) {
    const file = kind === 'stories' ? 'stories/2.md' : `${kind}.json`
    expect(await readFile(join(again, file), 'utf8')).toBe(await readFile(join(folder, file), 'utf8'))
  }
  expect((await examineArchive(second)).findings).toEqual([])
})

test.each([
  ['draft', 'returned'],
  ['draft', 'discarded'],
  ['published', 'waiting'],
])('a row that does not say so leaves a record %s and %s', async (visibility, state) => {
  const archive = await town()
  await runSql(archive.db, `update person set visibility = '${visibility}', state = '${state}' where id = 3`)
  await runSql(archive.db, `update item set visibility = '${visibility}', state = '${state}' where id = 3`)
  await importOf(archive, {
    'people.csv': 'id,first_name,surname,visibility\n3,Cyril,Orr,\n',
    'items.json': [{ id: 3, type: 'object', title: 'A wheel' }],
  })
  expect(await archive.db.selectFrom('person').select('first_name').where('id', '=', 3).execute()).toEqual([
    { first_name: 'Cyril' },
  ])
  expect((await standing(archive, 'people')).at(-1)).toBe(`${visibility} ${state}`)
  expect((await standing(archive, 'items')).at(-1)).toBe(`${visibility} ${state}`)
})

test('a row can publish its record; an unchanged row changes nothing', async () => {
  const archive = await town()
  await runSql(archive.db, "update subject set visibility = 'draft', state = 'returned' where id = 2")
  const rows = (visibility?: string) => ({
    'subjects.json': [{ id: 2, subject_name: 'Milling', subject_parent: 1, ...(visibility && { visibility }) }],
  })
  const written = async (visibility?: string) => (await importOf(archive, rows(visibility))).lists[0]!.written
  expect(await written()).toEqual({ added: 0, updated: 0, unchanged: 1 })
  expect(await written('published')).toEqual({ added: 0, updated: 1, unchanged: 0 })
  expect((await standing(archive, 'subjects')).at(-1)).toBe('published returned')
})

test('an unknown state is refused, and found by the doctor', async () => {
  const archive = await town()
  const { issues } = await importOf(archive, {
    'graves.json': [{ person: 1, entry: 'Plot 5', visibility: 'hidden', state: 'lost' }],
  })
  expect(issues.map(({ field }) => field)).toEqual(['visibility', 'state'])
  await runSql(
    archive.db,
    archive.db.isPostgres
      ? 'alter table person drop constraint person_state_check'
      : 'pragma ignore_check_constraints = on',
  )
  await runSql(archive.db, "update person set state = 'lost' where id = 1")
  const { findings } = await examineArchive(archive)
  expect(findings.map(({ where, what }) => `${where}: ${what}`).join('\n')).toContain('person 1: state')
})

test('what is hidden survives an export, and a row can hide and show', async () => {
  const archive = await town()
  const { db } = archive
  const hidden = `visibility = 'draft', state = 'hidden', hidden_until = '2999-01-01'`
  await runSql(db, `update person set ${hidden} where id = 3`)
  await runSql(db, `update story set ${hidden} where id = (select max(id) from story)`)
  await runSql(db, `update scan set hidden_until = 'staff' where id = 1`)
  const folder = await freshFolder()
  await exportBundle({ folder, ...archive })
  expect(await readFile(join(folder, 'people.json'), 'utf8')).toContain('"hidden_until":"2999-01-01"')
  expect((await readFile(join(folder, 'people.json'), 'utf8')).match(/hidden_until/g)).toHaveLength(1)
  const second = await freshArchive()
  expect((await importBundle({ folder, ...second })).issues).toEqual([])
  expect(await recordsAlone(second.db)).toEqual(await recordsAlone(db))
  expect((await standing(second, 'people')).at(-1)).toBe('draft hidden')
  // For the public, nothing of it is there.
  const cut = await freshFolder()
  await exportRecords({ folder: cut, db, forBag: 'published' })
  expect(JSON.parse(await readFile(join(cut, 'people.json'), 'utf8'))).not.toContainEqual(
    expect.objectContaining({ id: 3 }),
  )
  expect(JSON.parse(await readFile(join(cut, 'scans.json'), 'utf8'))).not.toContainEqual(
    expect.objectContaining({ id: 1 }),
  )
  const person = { id: 3, first_name: 'Cyril', surname: 'Orr' }
  const now = async (more: object) => {
    const { issues } = await importOf(archive, { 'people.json': [{ ...person, ...more }] })
    const { hidden_until } = await db
      .selectFrom('person')
      .select('hidden_until')
      .where('id', '=', 3)
      .executeTakeFirstOrThrow()
    return [issues.map(({ field }) => field), (await standing(archive, 'people')).at(-1), hidden_until]
  }
  expect(await now({})).toEqual([[], 'draft hidden', '2999-01-01'])
  expect(await now({ visibility: 'published' })).toEqual([[], 'published waiting', null])
  expect(await now({ hidden_until: 'staff' })).toEqual([[], 'draft hidden', 'staff'])
  expect((await now({ hidden_until: 'some day' }))[0]).toEqual(['hidden_until'])
})
