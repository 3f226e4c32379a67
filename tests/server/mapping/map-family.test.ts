import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTables } from '#server/tables/source-table.ts'
import { bundleOf, freshArchive } from '../bundle/fresh-archive.ts'
import { importBundle, mapped } from './tables.ts'

const FAMILY = `0 HEAD
1 GEDC
2 VERS 5.5.1
1 CHAR UTF-8
0 @I1@ INDI
1 NAME Ann Mary /Orr/
1 SEX F
1 RESN confidential
1 BIRT
2 DATE ABT 1850
2 PLAC Goderich
1 DEAT
2 DATE 986
1 FAMS @F1@
0 @I2@ INDI
1 NAME Will /Orr/
1 SEX M
1 FAMS @F1@
0 @I3@ INDI
1 NAME //
1 FAMC @F1@
0 @F1@ FAM
1 HUSB @I2@
1 WIFE @I1@
1 CHIL @I3@
1 MARR
2 DATE 10 JAN 1870
0 TRLR
`

test('a family file becomes people, spouses and parents; who is confidential stays private', async () => {
  const { db, media } = await freshArchive()
  const folder = await bundleOf({ 'family.ged': FAMILY })
  const { target, questions } = await mapped(await readTables(join(folder, 'family.ged')), { db })
  expect(questions).toEqual([])
  expect((await importBundle({ folder: target, source: 'family', db, media })).issues).toEqual([])
  expect(await db.selectFrom('person').selectAll().orderBy('id').execute()).toMatchObject([
    {
      ...{ first_name: 'Ann', middle_name: 'Mary', surname: 'Orr', sex: 'female', living: 'private' },
      ...{ date_of_birth_text: 'ABT 1850', biography: 'birth_place: Goderich', date_of_death: null },
      staff_notes: 'is_dead: Y\ndeath_date: 986',
    },
    { first_name: 'Will', sex: 'male', biography: 'marriages: Ann Mary Orr: 10 JAN 1870' },
    { first_name: '', surname: 'Unknown' },
  ])
  expect(await db.selectFrom('person_spouse').select('person_id').execute()).toHaveLength(2)
  expect(
    await db.selectFrom('relationship').select(['person1_id', 'person2_id']).orderBy('person1_id').execute(),
  ).toEqual([
    { person1_id: 1, person2_id: 3 },
    { person1_id: 2, person2_id: 3 },
  ])
})

test('a residence at a place of ours is one; others stay in the notes', async () => {
  const { db, media } = await freshArchive()
  const locations = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: null, properties: { pk: 1, name: 'The Mill', address: '31 Mill Street' } }],
  }
  await importBundle({ folder: await bundleOf({ 'locations.geojson': locations }), db, media })
  const RESI = '1 RESI\n2 DATE FROM 1866 TO 1881\n2 PLAC 31 Mill Street\n2 SOUR Directory\n1 RESI\n2 PLAC Toronto\n1 FAMS @F1@'
  const folder = await bundleOf({ 'family.ged': FAMILY.replace('1 FAMS @F1@', RESI) })
  const { target, questions, lossesFile } = await mapped(await readTables(join(folder, 'family.ged')), { db })
  expect(questions).toEqual([])
  expect((await importBundle({ folder: target, source: 'family', db, media })).issues).toEqual([])
  expect(await db.selectFrom('resident').selectAll().execute()).toMatchObject([
    { person_id: 1, location_id: 1, date_start: 18660000, date_end: 18810000, source: 'Directory' },
  ])
  expect((await db.selectFrom('person').select('staff_notes').where('id', '=', 1).execute())[0]!.staff_notes).toContain('RESI (PLAC Toronto)')
  expect(readFileSync(lossesFile, 'utf8')).toContain('No place of the archive is called so.')
}) // prettier-ignore
