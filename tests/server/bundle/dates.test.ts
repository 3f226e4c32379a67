import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { bundleOf, freshArchive } from './fresh-archive.ts'

test('parts of centuries, open spans and both years are read; what cannot be a date is named', async () => {
  const { db, media } = await freshArchive()
  const items = await readFile(join(import.meta.dirname, '../../fixtures/dates.csv'), 'utf8')
  const folder = await bundleOf({ 'items.csv': items })
  const report = await importBundle({ folder, db, media, skipBad: true })
  expect(report.issues.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('14 December 1915') as string,
    expect.stringContaining('later than this year') as string,
  ])
  const rows = await db.selectFrom('item').select(['date_start_text', 'date_start', 'date_end']).orderBy('id').execute()
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['late 1800s', 18670000, 18990000],
    ['mid 1800s', 18340000, 18660000],
    ['late 1700s', 17670000, 17990000],
    ['mid 1900s', 19340000, 19660000],
    ['before 1900', null, 18990000],
    ['after 1900', 19010000, null],
    ['10 Feb 1745/6 (1746, new style)', 17460210, null],
    ['?-1890', null, 18900000],
    // What cannot be a date is left out; the items stay.
    ['', null, null],
    ['', null, null],
    ['1890-?', 18900000, null],
    ['c. 1850-?', 18500000, null],
    ['unknown-1890', null, 18900000],
    ['29 February 1700', 17000200, null],
    ['1890 to present', 18900000, null],
  ])
})

test('the other date of a row tells that 1800s is a decade', async () => {
  const { db, media } = await freshArchive()
  const items = 'id,type,title,date_start,date_end\n1,object,A,1800s,1810s\n2,object,B,1800s,\n'
  await importBundle({ folder: await bundleOf({ 'items.csv': items }), db, media })
  const rows = await db.selectFrom('item').select(['date_start', 'date_end']).orderBy('id').execute()
  expect(rows.map((row) => Object.values(row))).toEqual([
    [18000000, 18190000],
    [18000000, 18990000],
  ])
})
