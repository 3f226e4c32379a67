import { sql } from 'kysely'
import { expect } from 'vitest'
import { createRepositories } from '#server/repositories/repositories.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'

/** The last version without searched texts. */
export const BEFORE_TEXTS = '0031-operations'

const OLD = [
  `insert into location (id, name, search) values (1, 'Mill', 'mill')`,
  `insert into location_description (id, location_id, description) values (1, 1, 'Burnt in 1911')`,
  `insert into heritage (id, location_id, architectural_style) values (1, 1, 'Georgian')`,
  `insert into plaque (id, location_id, name, text) values (1, 1, 'Millwright', 'Erected')`,
  `insert into lot (lot_num, location_id) values ('12A', 1), ('7', null)`,
  `insert into person (id, first_name, surname, biography, sex, date_of_birth, search, visibility) values
    (1, 'Ada', 'Calder', 'A swimmer', '', 18500000, 'ada calder', 'published'),
    (2, 'Bo', 'Moss', 'A swimmer', '', null, 'bo moss', 'draft')`,
  `insert into organization (id, name, altname, description, search, visibility) values (1, 'Guild', '["Weavers"]', 'Of masons', 'guild weavers', 'published')`,
  `insert into subject (id, subject_name, subject_description, search, visibility) values (1, 'Trades', 'Coopers', 'trades', 'published')`,
  `insert into collection (id, collection_name, collection_description, hierarchy, visibility) values (1, 'Papers', 'Ledgers', 'fond', 'published')`,
  'delete from last_changed',
  `insert into last_changed (kind, id, at) values ('person', 1, 'then')`,
]

/** One record of each kind, and more people than are written at once. */
export async function fillOldTexts(old: ArchiveDatabase): Promise<void> {
  for (const statement of OLD) await sql.raw(statement).execute(old)
  const people = Array.from(
    { length: 1200 },
    (_, at) => `(${at + 10}, 'P${at}', 'Many', 'Number n${at}', '', '', 'draft')`,
  )
  await sql.raw(`insert into person (id, first_name, surname, biography, sex, search, visibility) values ${people.join(', ')}`).execute(old) // prettier-ignore
  await sql.raw(`delete from last_changed where id > 9`).execute(old)
}

export async function expectTexts(now: ArchiveDatabase): Promise<void> {
  const { search } = createRepositories(now)
  const query = { kind: undefined, type: undefined, page: 1, page_size: 10 }
  const found = async (words: string) =>
    (await search.find({ ...query, search: words }, 2026)).kinds.flatMap(({ kind, results }) =>
      results.map(({ id }) => `${kind} ${id}`),
    )
  for (const words of ['mill burnt 1911', 'georgian', 'millwright erected', 'lot 12a'])
    expect([words, await found(words)]).toEqual([words, ['place 1']])
  expect(await found('swimmer')).toEqual(['person 1'])
  expect(await found('ada 1850')).toEqual(['person 1'])
  expect(await found('weavers masons')).toEqual(['organization 1'])
  expect(await found('coopers')).toEqual(['subject 1'])
  expect(await found('papers ledgers')).toEqual(['collection 1'])
  const { search_text: last } = await now
    .selectFrom('person')
    .select('search_text')
    .where('id', '=', 1209)
    .executeTakeFirstOrThrow()
  expect(last).toBe('p1199 many number n1199')
  expect(await now.selectFrom('last_changed').selectAll().execute()).toEqual([{ kind: 'person', id: 1, at: 'then' }])
}
