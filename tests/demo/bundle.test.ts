import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleRows } from '#demo/bundle-rows.ts'
import { fileOf, planPictures } from '#demo/plan-pictures.ts'
import { SEED, foundTown } from '#demo/town.ts'
import { writeDemoTown } from '#demo/write-demo-town.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'
import { ALL } from '../setup/length.ts'

const town = foundTown()
const plan = planPictures(town, SEED)
/** One picture of each format, and those with EXIF; in a long run of each kind too. */
const sample = new Set<string>()
const KEYS = ['format', 'orientation', 'kind', 'tone', 'border'] as const
for (const key of KEYS.slice(0, ALL ? undefined : 2)) {
  const seen = new Set<unknown>()
  for (const picture of plan.pictures) {
    if (seen.has(picture[key]) && picture.orientation === undefined) continue
    seen.add(picture[key])
    sample.add(picture.name)
  }
}
/** Drawn a second time. */
const again = new Set([...sample].filter((_, at) => at % 4 === 0))
const folders: string[] = []

async function fingerprints(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const pairs = names.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [
      path.slice(folder.length + 1),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ] as const
  })
  return Object.fromEntries((await Promise.all(pairs)).sort())
}

beforeAll(async () => {
  for (const names of [sample, again]) {
    const folder = await mkdtemp(join(tmpdir(), 'demo-town-'))
    folders.push(folder)
    await writeDemoTown(folder, { only: (name) => names.has(name) })
  }
}, 120_000)
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 10 }))))

it('writes the same bytes twice, data and pictures', async () => {
  const [first, second] = await Promise.all(folders.map(fingerprints))
  expect(first).toMatchObject(second!)
  expect(Object.keys(second!).filter((name) => name.startsWith('images/'))).toHaveLength(again.size)
  expect(Object.keys(first ?? {}).filter((name) => name.startsWith('images/'))).toHaveLength(sample.size)
})

it('draws pictures of the stated size and format, turned where EXIF says so', async () => {
  for (const picture of plan.pictures.filter((candidate) => sample.has(candidate.name))) {
    const metadata = await sharp(join(folders[0] as string, fileOf(picture))).metadata()
    expect(metadata.format).toBe(picture.format)
    const [width, height] = [picture.width * (picture.scale ?? 1), picture.height * (picture.scale ?? 1)]
    const stored = picture.orientation === undefined ? [width, height] : [height, width]
    expect([metadata.width, metadata.height]).toEqual(stored)
    if (picture.orientation !== undefined) {
      expect(metadata.orientation).toBe(picture.orientation)
      expect(metadata.exif?.length ?? 0).toBeGreaterThan(100)
    }
  }
})

it('writes dates that can be read, eight digits and words both', () => {
  const rows = bundleRows(town, SEED)
  const dates = ['items', 'people', 'ownership', 'employment', 'organizations', 'organization_locations'].flatMap(
    (name) =>
      (rows[name] ?? []).flatMap((row) =>
        Object.entries(row)
          .filter(([column, cell]) => column.startsWith('date') && cell !== null)
          .map(([, cell]) => String(cell)),
      ),
  )
  expect(dates.filter((date) => parseWrittenDate(date) === undefined)).toEqual([])
  expect(dates.filter((date) => !/^\d{8}$/.test(date)).length).toBeGreaterThan(300)
})
