import { expect, test } from 'vitest'
import { isCompanion, isHidden, isPicture, isTable, isWhole } from '#rules/import/file-kinds.ts'

test('what systems and editors leave in folders is not meant', () => {
  const left = [
    'a/.DS_Store',
    '.git/config',
    '__MACOSX/a.csv',
    'a/Thumbs.db',
    'a/desktop.ini',
    '~$catalogue.xlsx',
    'Icon\r',
  ]
  expect(left.filter((path) => !isHidden(path))).toEqual([])
  expect(['a/family.ged', 'Old.catalogue.xlsx', 'Icon.png'].filter(isHidden)).toEqual([])
})

test('files are tables, pictures, what is kept whole, or a part of a Shapefile', () => {
  const kinds = (path: string) =>
    [isTable(path), isPicture(path), isWhole(path), isCompanion(path)].map(Number).join('')
  expect(['a.CSV', 'a.xml', 'a.tif', 'a.PDF', 'a.webm', 'lots.shp', 'lots.dbf', 'a.docx'].map(kinds)).toEqual([
    ...['1000', '1000', '0100', '0110', '0110', '1000', '0001', '0000'],
  ])
})
