import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { makeOldArchive } from './old-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'lotline-test-'))
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

test('an archive in use gets open spans of a decade, and names and texts folded by the rule of today', async () => {
  const old = await makeOldArchive(join(folder, 'archive.db'), '0026-listed-items')
  const item = (id: number, start: string, end: string, written: string, span: string) =>
    `insert into item (id, type, visibility, title, date_start, date_end, date_start_text, span_start, span_end, created_at, updated_at)
      values (${id}, 'object', 'published', 'C.N.R. lamp', ${start}, ${end}, '${written}', ${span}, '', 'then');`
  old.sqlite.exec(
    [
      item(1, 'null', '19300000', 'before 1930', '0, 19309999'),
      item(2, 'null', '19300000', 'by 1930', '0, 19309999'),
      item(3, '18900000', 'null', 'after 1890', '18900000, 18909999'),
      item(4, '18900000', 'null', 'postmarked 1890', '18900000, 18909999'),
      item(5, 'null', 'null', 'n.d.', 'null, null'),
      `insert into person (id, first_name, surname, search) values (1, 'Ann', 'Mill-Pond', 'ann mill pond'), (2, 'Bo', 'Lee', 'bo lee');`,
      `insert into location (id, name, address, altnames, search) values (1, '', '12½ Main', '["O''Brien''s"]', 'old');`,
      `delete from last_changed; insert into last_changed values ('person', 1, 'then');`,
      `insert into item_search (rowid, title) values (1, 'c n r lamp');`,
    ].join('\n'),
  )
  await old.destroy()
  await using now = await openDatabase(old.file)
  const spans = await now
    .selectFrom('item')
    .select(['date_start', 'date_end', 'span_start', 'span_end', 'updated_at'])
    .orderBy('id')
    .execute()
  expect(spans.map((row) => Object.values(row))).toEqual([
    [null, 19290000, 19200000, 19299999, 'then'],
    [null, 19300000, 19210000, 19309999, 'then'],
    [18910000, null, 18910000, 19009999, 'then'],
    [18900000, null, 18900000, 18909999, 'then'],
    [null, null, null, null, 'then'],
  ])
  const found = now.sqlite.prepare('select rowid from item_search where item_search match ?').all('"cnr"')
  expect(found).toHaveLength(5)
  expect(await now.selectFrom('person').select('search').orderBy('id').execute()).toEqual([
    { search: 'ann mill pond  millpond' },
    { search: 'bo lee' },
  ])
  expect(await now.selectFrom('location').select('search').execute()).toEqual([
    { search: 'obriens 12 1 2 main  o brien' },
  ])
  expect(await now.selectFrom('last_changed').selectAll().execute()).toEqual([{ kind: 'person', id: 1, at: 'then' }])
})
