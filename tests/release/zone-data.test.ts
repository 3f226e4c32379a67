import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeZoneData } from '#release/files/zone-data.ts'
import { MAP_DATA } from '#rules/zone-overview.ts'
import { overviewOf } from '#snapshot/pages/zone-page.ts'
import { anItem, archiveOf, aZone } from '../snapshot/pages/archive-of.ts'

const archive = archiveOf({
  locations: [aZone(5), aZone(6, 1), { ...aZone(7), geometry: null }],
  items: Array.from({ length: 30 }, (_, at) =>
    anItem(at + 1, { location: { id: 6, name: 'Zone 6' }, date_start: 18500000 }),
  ),
})

test('a release has the whole overview of every zone, twice the same', () => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'lotline-zones-')))
  for (const folder of folders) writeZoneData(archive, folder)
  const [one, two] = folders.map((folder) =>
    readdirSync(join(folder, 'data/zones'))
      .sort()
      .map((file) => [file, readFileSync(join(folder, 'data/zones', file), 'utf8')]),
  )
  expect(one!.map(([file]) => file)).toEqual(['5.json', '6.json', '7.json'])
  expect(two).toEqual(one)
  const read = JSON.parse(readFileSync(join(folders[0]!, MAP_DATA.zone(6)), 'utf8')) as unknown
  expect(read).toEqual(overviewOf(archive, 6))
  expect(read).toMatchObject({ itemCount: 30, map: { neighbours: [{ text: 'Zone 5' }] } })
  for (const folder of folders) rmSync(folder, { recursive: true })
})
