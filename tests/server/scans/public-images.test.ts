import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { IMAGE_FORMATS, type ImageFormat } from '#contract/scan.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { NEEDED_FORMATS } from '#server/scans/derivatives.ts'
import { createLocalPictureWork, type PictureWork } from '#server/scans/picture-work.ts'
import { createPublicImages } from '#server/scans/public-images.ts'
import { allMedia, freshArchive } from '../bundle/fresh-archive.ts'
import { townBundle } from '../bundle/town.ts'

async function town(formats?: readonly ImageFormat[]) {
  const { db, media } = await freshArchive()
  await importBundle({ folder: await townBundle(), db, media, ...(formats && { formats }) })
  const scans = await db
    .selectFrom('scan')
    .select(['id', 'item_id', 'version'])
    .orderBy('item_id')
    .orderBy('scan_order')
    .execute()
  return { db, media, scans, images: createPublicImages({ db, media, pause: 0 }) }
}

test('all formats are made for a new picture', async () => {
  const { images, scans, media } = await town()
  const arrived = await allMedia(media)
  for (const format of IMAGE_FORMATS)
    expect(await images.find('scan', scans[0]!.id, { format, width: 320 })).toBeDefined()
  expect(await allMedia(media)).toEqual(arrived)
})

test('a format left out by an import is made once at the first requests, in their width, and stored', async () => {
  const { images, scans, media } = await town(NEEDED_FORMATS)
  expect((await allMedia(media)).filter((key) => key.endsWith('.avif'))).toEqual([])
  const asked = Array.from({ length: 4 }, () => images.find('scan', scans[0]!.id, { format: 'avif' }))
  expect((await Promise.all(asked)).map((image) => image!.width)).toEqual([400, 400, 400, 400])
  expect((await allMedia(media)).map((key) => basename(key)).filter((name) => name.endsWith('.avif'))).toEqual([
    '400.avif',
  ])
})

test('content negotiation never waits for AVIF: WebP is sent until it is made', async () => {
  const { images, scans, media } = await town(NEEDED_FORMATS)
  const ask = () => images.find('scan', scans[0]!.id, { format: 'avif', instead: true })
  expect(await ask()).toMatchObject({ format: 'webp', provisional: true, width: 400 })
  await expect.poll(async () => (await allMedia(media)).filter((key) => key.endsWith('.avif')).length).toBe(1)
  await expect.poll(async () => (await ask())!.format).toBe('avif')
  expect(await ask()).toMatchObject({ provisional: false, width: 400 })
})

test('nobody waits for AVIF or for other widths where no size is made yet', async () => {
  const { db, media, scans } = await town([])
  const derivatives = async () =>
    (await allMedia(media)).filter((key) => key.startsWith('derivatives/')).map((key) => basename(key))
  expect(await derivatives()).toEqual([])
  const images = createPublicImages({ db, media, pause: 60_000 })
  const seen = await images.find('scan', scans[0]!.id, { width: 320, format: 'avif', instead: true })
  expect(seen).toMatchObject({ format: 'webp', provisional: true, width: 320 })
  expect(await derivatives()).toEqual(['320.webp'])
})

test('concurrent requests for one picture defer one AVIF', async () => {
  const { db, media, scans } = await town(NEEDED_FORMATS)
  const here = createLocalPictureWork(media)
  const ordered: string[] = []
  const pictures: PictureWork = {
    ...here,
    ensure: (source, ...rest) => {
      ordered.push(source.sha256)
      return here.ensure(source, ...rest)
    },
  }
  const images = createPublicImages({ db, media, pictures, pause: 1000 })
  const ask = (id: number) => images.find('scan', id, { format: 'avif', instead: true })
  await Promise.all(Array.from({ length: 40 }, () => ask(scans[0]!.id)))
  const other = scans.find(({ version, item_id }) => version !== scans[0]!.version && item_id !== 2)!
  await ask(other.id)
  await expect.poll(() => ordered.length, { timeout: 5000 }).toBeGreaterThan(1)
  expect(ordered).toHaveLength(2)
})
