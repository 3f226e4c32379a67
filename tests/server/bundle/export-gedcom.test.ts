import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportGedcom } from '#server/bundle/export-gedcom.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { readTables } from '#server/tables/source-table.ts'
import { bundleOf, freshArchive, freshFolder } from './fresh-archive.ts'

test('family trees leave as GEDCOM 7, without what privacy keeps, and are read again', async () => {
  const { db, media } = await freshArchive()
  const people = [
    {
      id: 1,
      first_name: 'Ann',
      middle_name: 'May',
      surname: 'Orr',
      sex: 'female',
      date_of_birth: '14 March 1850',
      date_of_death: '1901',
      biography: 'Kept\n@ the mill',
      spouses: [2],
    },
    { id: 2, first_name: 'Will', surname: 'Orr', sex: 'male', date_of_birth: 'c. 1848' },
    { id: 3, first_name: 'Cyrus', surname: 'Orr', date_of_birth: '1880' },
    { id: 4, first_name: 'Secret', surname: 'Orr', date_of_birth: '1999' },
    { id: 5, first_name: 'Draft', surname: 'Orr', visibility: 'draft' },
  ]
  const parents = [
    [1, 3],
    [2, 3],
    [3, 4],
  ].map(([person1, person2]) => ({ person1, person2, relationship_type: 'parent' }))
  const residents = [
    { person: 1, location: 1, date_start: '1866', date_end: '1881', written: 'Mrs. Orr', source: 'Directory' },
    { person: 3, location: 2, date_start: '1891' },
    { person: 4, location: 2, date_start: '2001', source: 'A secret' },
  ]
  const places = [{ pk: 1, name: 'Mill', address: '31 Mill Street' }, { pk: 2, name: 'Dock' }] // prettier-ignore
  const features = places.map((properties) => ({ type: 'Feature', geometry: null, properties }))
  const folder = await bundleOf({
    ...{ 'people.json': people, 'relationships.json': parents, 'residents.json': residents },
    'locations.geojson': { type: 'FeatureCollection', features },
  })
  expect((await importBundle({ folder, db, media })).issues).toEqual([])
  const target = await freshFolder()
  expect(await exportGedcom(db, target)).toBe(4)
  const text = await readFile(join(target, 'people.ged'), 'utf8')
  expect(text).toContain(`0 @I1@ INDI
1 NAME Ann May /Orr/
2 GIVN Ann May
2 SURN Orr
1 SEX F
1 BIRT
2 DATE 14 MAR 1850
3 PHRASE 14 March 1850
1 DEAT
2 DATE 1901
3 PHRASE 1901
1 RESI
2 DATE FROM 1866 TO 1881
2 ADDR Mill
2 NOTE Mrs. Orr; Directory
1 NOTE Kept
2 CONT @@ the mill
1 FAMS @F1@
`)
  expect(text).toContain('1 BIRT\n2 DATE ABT 1848\n3 PHRASE c. 1848\n')
  expect(text).toContain('0 @F1@ FAM\n1 WIFE @I1@\n1 HUSB @I2@\n1 CHIL @I3@\n')
  // Presumed living: the name alone.
  expect(text).toContain('0 @I4@ INDI\n1 NAME Secret /Orr/\n2 GIVN Secret\n2 SURN Orr\n1 RESN PRIVACY\n')
  expect(text).toContain('1 RESI\n2 DATE 1891\n2 ADDR Dock\n')
  expect(text).not.toContain('A secret')
  expect(text).not.toContain('1999')
  expect(text).not.toContain('Draft')
  const [table] = await readTables(join(target, 'people.ged'))
  const rows: string[][] = []
  for await (const { cells } of table!.rows()) rows.push(cells)
  expect(rows).toHaveLength(4)
  expect(rows[0]![table!.headings.indexOf('notes')]).toBe('Kept\n@ the mill')
})
