import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { TILE } from '#rules/media/iiif-addresses.ts'
import { parseBoxes, printBoxes } from '#rules/texts/word-boxes.ts'
import { deskOf } from '../records/desk.ts'
import { useFreshArchive } from '../use-archive.ts'
import { fields, image, openUploadTown, upload } from './uploads/forms.ts'

const town = useFreshArchive(openUploadTown)
const { change, read } = deskOf(() => town)
const [WIDTH, HEIGHT] = [2 * TILE + 20, TILE + 100]
const COLOURS = { r: [200, 30, 30], g: [30, 160, 60], b: [40, 60, 200], w: [250, 250, 250] } as const

/** Four fields, row by row. */
async function fourFields(...colours: (keyof typeof COLOURS)[]) {
  const parts = colours.map((name, at) => {
    const [r, g, b] = COLOURS[name]
    const size = { width: WIDTH / 2, height: HEIGHT / 2, channels: 3 as const }
    const left = (at % 2) * size.width
    return { input: { create: { ...size, background: { r, g, b } } }, left, top: at < 2 ? 0 : size.height }
  })
  return await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } })
    .composite(parts)
    .png()
    .toBuffer()
}
/** The fields of a picture, row by row, and its size. */
async function look(bytes: Buffer) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const place = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const far = (colour: readonly number[]) =>
      colour.reduce((sum, value, channel) => sum + Math.abs(value - data[place + channel]!), 0)
    return Object.entries(COLOURS).toSorted((a, b) => far(a[1]) - far(b[1]))[0]![0]
  }
  const seen = [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join('')
  return { seen, width: info.width, height: info.height }
}

test.each([
  [90, 'brwg', HEIGHT, WIDTH],
  [180, 'wbgr', WIDTH, HEIGHT],
  [270, 'gwrb', HEIGHT, WIDTH],
])(
  'a scan turned by %i degrees has other sizes, tiles, addresses and boxes; its original stays',
  async (turn, seen, width, height) => {
    const original = await fourFields('r', 'g', 'b', 'w')
    await upload(town, [...fields({ item: 3, watermark: '' }), image(original, 'page.png')], { as: 'staff' })
    const words = printBoxes([[['mill', 1000, 500, 2000, 300]]])
    await town.db.updateTable('scan').set({ text: 'mill', words }).execute()
    const shown = async () =>
      ((await town.get('/api/item/3/')).json as { item_scans: Record<string, never>[] }).item_scans[0]!
    const before = await shown()
    expect(before).toMatchObject({ width: WIDTH, height: HEIGHT })

    expect((await change('scans', 1, { turn })).status).toBe(200)
    const after = await shown()
    expect(after).toMatchObject({ width, height })
    expect(after['version']).not.toBe(before['version'])
    expect((await read('items', 3)).scans).toMatchObject([{ width, height, fields: { turn } }])
    for (const asked of [320, 2048]) {
      const { body } = await town.get(`/api/scan/image/1/?width=${asked}`, { accept: 'image/jpeg' })
      const found = await look(body)
      expect(found.seen).toBe(seen)
      expect(found.width).toBe(Math.min(asked, width))
      expect(Math.abs(found.height - (found.width * height) / width)).toBeLessThan(1)
    }
    const service = imageService('', 1, String(after['version']))
    const { json } = await town.get(`${service}/info.json`)
    expect(json).toMatchObject({ width, height })
    const { sizes } = json as { sizes: { width: number; height: number }[] }
    const small = await town.get(`${service}/full/${sizes[0]!.width},${sizes[0]!.height}/0/default.jpg`)
    expect(await look(small.body)).toEqual({ seen, ...sizes[0] })
    const tile = await town.get(`${service}/0,0,${TILE},${TILE}/${TILE},${TILE}/0/default.jpg`)
    expect(tile.status).toBe(200)
    expect(await look(await sharp(tile.body).extract({ left: 0, top: 0, width: 60, height: 60 }).toBuffer())).toEqual({
      ...{ seen: seen[0]!.repeat(4), width: 60, height: 60 },
    })
    const { items } = (await town.get('/media/text/0/1.json')).json as { items: { target: string }[] }
    const [x, y, w, h] = /#xywh=([\d,]+)$/.exec(items[0]!.target)![1]!.split(',').map(Number)
    // At the left of what was its upper edge.
    const corner = {
      90: [0.92 * width, 0.1 * height],
      180: [0.7 * width, 0.92 * height],
      270: [0.05 * width, 0.7 * height],
    }[turn]!
    expect(Math.abs(x! - corner[0]!) + Math.abs(y! - corner[1]!)).toBeLessThan(3)
    expect(w! > h!).toBe(turn === 180)

    const kept = await town.send('/api/scan/original/1/', { as: 'staff' })
    expect(kept.body.equals(original)).toBe(true)
    const stored = await town.db.selectFrom('scan').select(['words', 'turn']).executeTakeFirstOrThrow()
    expect(stored).toEqual({ words, turn })
    expect(parseBoxes(stored.words)).toHaveLength(1)
    // Turned back it is what it was, under the address that it had.
    await change('scans', 1, { turn: 0 })
    expect(await shown()).toEqual(before)
    const { history } = await read('scans', 1)
    expect(history.slice(0, 2)).toMatchObject([
      { fields: [{ field: 'turn', before: turn, after: 0 }] },
      { fields: [{ field: 'turn', before: 0, after: turn }] },
    ])
  },
)

test('only quarter turns are taken, and nothing else changes', async () => {
  await upload(town, [...fields({ item: 3 }), image(await fourFields('r', 'g', 'b', 'w'), 'page.png')], { as: 'staff' })
  const before = await town.db.selectFrom('scan').selectAll().execute()
  for (const turn of [45, 360, -90, '90', true]) {
    const { status, json } = await change('scans', 1, { turn })
    expect([status, json]).toEqual([400, { turn: [expect.stringContaining('0, 90, 180')] }])
  }
  expect((await change('scans', 1, { turn: 90 }, 'volunteer')).status).toBe(403)
  expect(await town.db.selectFrom('scan').selectAll().execute()).toEqual(before)
})
