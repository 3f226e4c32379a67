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
