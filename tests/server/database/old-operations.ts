import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { readOperations } from '#server/records/undo/operation-list.ts'
import { undoOperation } from '#server/records/undo/undo-operation.ts'
import { readSurvivors } from '#server/repositories/merged.ts'
import { recordRows } from '../records/record-rows.ts'

const json = (value: unknown) => `'${JSON.stringify(value)}'`
const square = (x: number, width: number) => ({ type: 'Polygon', coordinates: [[[x, 43], [x + width, 43], [x + width, 44], [x, 43]]] }) // prettier-ignore
const OUTLINES = { before: square(0, 2), kept: square(0, 1), added: square(1, 1) }
const now = new Date().toISOString()
const person = (id: number, first_name: string) => ({ id, first_name, middle_name: '', surname: 'Hale', date_of_birth: null, date_of_birth_text: '', date_of_death: null, date_of_death_text: '', sex: 'unknown', biography: '', family_tree: '', search: ` ${first_name.toLowerCase()} hale `, visibility: 'published', state: 'waiting', author_id: null, submitted_at: null, note: '' }) // prettier-ignore

/** Person 3 became part of 2, the grave of 2 was removed, and place 5 was split off from 4, with a lot. */
const OLD = `
  insert into location (id, name, geometry) values (4, 'Mill', ${json(OUTLINES.kept)}), (5, 'Yard', ${json(OUTLINES.added)});
  insert into lot (lot_num, location_id) values ('7', 5), ('8', 4);
  insert into person (id, first_name, surname, sex, search, middle_name) values (2, 'Ada', 'Hale', 'unknown', ' ada hale ', 'Ida');
  insert into item (id, type, visibility, created_at, updated_at, location_id) values (6, 'object', 'published', '', '', 5);
  insert into item_person (item_id, person_id, position) values (6, 2, 3);
  insert into split (id, kept_id, added_id, outlines, last_merge, at) values (1, 4, 5, ${json(OUTLINES)}, 0, '${now}');
  insert into merge (id, kind, from_id, into_id, label, public, rows, at) values (1, 'people', 3, 2, 'Ida Hale', 1, ${json(
    [
      { table: 'person', key: { id: 2 }, before: { middle_name: '' }, after: { middle_name: 'Ida' } },
      { table: 'item_person', key: { item_id: 6, person_id: 2 }, before: { person_id: 3 }, after: { person_id: 2 } },
      { table: 'person', deleted: person(3, 'Ida') },
    ],
  )}, '2026-01-01T00:00:00.000Z');
  update merge set at = '${now}';
  insert into removal (kind, record_key, label, rows, at) values ('graves', '9', 'Gravestone of Ada Hale', ${json({
    rows: [
      {
        table: 'grave',
        row: {
          id: 9,
          person_id: 2,
          entry: 'Row 1',
          visibility: 'published',
          state: 'waiting',
          author_id: null,
          submitted_at: null,
          note: '',
        },
      },
    ],
    unlinked: [{ table: 'lot', key: { lot_num: '8' }, column: 'location_id', value: 4 }],
  })}, '${now}');
  update lot set location_id = null where lot_num = '8';
  insert into removal (kind, record_key, label, rows, at, undone_at) values ('graves', '1', 'Undone', '{}', '${now}', '${now}');`

export async function fillOldLogs(old: ArchiveDatabase): Promise<void> {
  for (const statement of OLD.split(';\n')) await sql.raw(statement).execute(old)
}

const ADMINISTRATOR: Caller = { id: null, role: 'administrator', organization: null }

/** Undoes all of it, the later one first. */
export async function expectUndone(db: ArchiveDatabase): Promise<void> {
  const list = async () => (await readOperations(db, { page: 1, page_size: 10 })).results
  const operations = await list()
  expect(operations.map(({ type, label, into }) => [type, label, into?.label]).toSorted()).toEqual([
    ['merge', 'Ida Hale', 'Ada Ida Hale'],
    ['removal', 'Gravestone of Ada Hale', undefined],
    ['split', 'Yard', 'Mill'],
  ])
  expect([...(await readSurvivors(db))]).toEqual([['people 3', 2]])
  for (const { id } of operations) await inTransaction(db, (trx) => undoOperation(trx, ADMINISTRATOR, id))
  expect(await list()).toEqual([])
  expect(await recordRows(db)).toMatchObject({
    person: [{ id: 2, middle_name: '' }, { id: 3, first_name: 'Ida', surname: 'Hale' }],
    grave: [{ id: 9, person_id: 2, entry: 'Row 1' }],
    location: [{ id: 4, geometry: JSON.stringify(OUTLINES.before) }],
    lot: [{ lot_num: '7', location_id: 4 }, { lot_num: '8', location_id: 4 }],
    item: [{ id: 6, location_id: 4 }],
    item_person: [{ item_id: 6, person_id: 3, position: 3 }],
  }) // prettier-ignore
  expect([...(await readSurvivors(db))]).toEqual([['locations 5', 4]])
}
