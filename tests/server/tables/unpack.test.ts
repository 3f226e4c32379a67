import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGiven } from '#server/mapping/open-given.ts'
import { isZippedFolder, unpackFolder } from '#server/tables/zip.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { zipOf } from './make-files.ts'

async function zipFile(parts: Record<string, string | Buffer>, name = 'all.zip') {
  const folder = await freshFolder()
  await writeFile(join(folder, name), zipOf(parts))
  return { folder, file: join(folder, name), to: join(folder, 'out') }
}
const ENOUGH = { free: 10_000_000_000, onFile: () => {} }

test('a folder is unpacked without what a Mac adds', async () => {
  const { file, to } = await zipFile({ 'a/list.csv': 'Title\n', '__MACOSX/a/._list.csv': 'x', 'a/.DS_Store': 'x' })
  const seen: string[] = []
  await unpackFolder(file, to, { ...ENOUGH, onFile: (path) => seen.push(path) })
  expect(seen).toEqual(['a/list.csv'])
  expect(await readFile(join(to, 'a/list.csv'), 'utf8')).toBe('Title\n')
  expect(await readdir(join(to, 'a'))).toEqual(['list.csv'])
})

test('what is larger than the disk, or hides something, is refused before it is written', async () => {
  const { file, to } = await zipFile({ 'list.csv': 'Title\n' })
  await expect(unpackFolder(file, to, { ...ENOUGH, free: 5 })).rejects.toThrow('too large when unpacked')
  const bomb = await zipFile(Object.fromEntries([1, 2, 3].map((at) => [`${at}.csv`, Buffer.alloc(180_000_000)])))
  await expect(unpackFolder(bomb.file, bomb.to, ENOUGH)).rejects.toThrow('too large when unpacked')
  const device = await zipFile({ 'con.csv': 'Title\n' })
  await expect(unpackFolder(device.file, device.to, ENOUGH)).rejects.toThrow('“con.csv” in it cannot be kept')
  for (const folder of [to, bomb.to, device.to]) expect(await readdir(folder).catch(() => [])).toEqual([])
})

test('a spreadsheet, and what only maps have, are no folders', async () => {
  const is = async (parts: Record<string, string>, name?: string) => isZippedFolder((await zipFile(parts, name)).file)
  expect(await is({ '[Content_Types].xml': '', 'xl/media/image1.png': '' })).toBe(false)
  expect(await is({ 'parcels.shp': '', 'parcels.dbf': '' })).toBe(false)
  expect(await is({ 'family.ged': '', 'ada.jpg': '' }, 'family.gdz')).toBe(false)
  expect(await is({ 'scans/1.jpg': '' })).toBe(true)
})

test('the same is a bundle as a folder and as a zip file; with others it is not', async () => {
  const { folder, file, to } = await zipFile({ 'old/subjects.csv': 'id,subject_name\n1,Mills\n' })
  const opened = await openGiven([file], to)
  expect(opened).toMatchObject({ problems: [], bundle: join(to, 'all.zip/old') })
  expect((await openGiven([join(to, 'all.zip')], to)).bundle).toBe(opened.bundle)
  await writeFile(join(folder, 'list.csv'), 'Title\n')
  const both = await openGiven([file, join(folder, 'list.csv')], to)
  expect(both).toMatchObject({ bundle: undefined, paths: [join(to, 'all.zip'), join(folder, 'list.csv')] })
  expect(both.ignored).toEqual(['all.zip'])
})
