import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Overlay } from '#contract/overlay.ts'
import { drawFirstView, FIRST_VIEW, showsTown, worldPoint } from '#release/files/first-view.ts'
import type { Opening, TilePlace } from '#release/files/first-view.ts'
import { fromMercator } from '#rules/map/geometry.ts'
import { society } from '#society'
import { location } from '../map-rows.ts'

const { centre, zoom } = society.map
const WORLD = 2 * Math.PI * 6378137
const metres = WORLD / (256 * 2 ** zoom)
const opening: Opening = { centre, zoom, layers: [1, 2] }
const world: Overlay['bounds'] = [-180, -85, 180, 85]
const kept = (layer: number, bounds = world, levels = [13, 19]): Overlay => ({
  layer,
  version: '0123456789ab',
  bounds,
  minimum_zoom: levels[0]!,
  maximum_zoom: levels[1]!,
})

const plain = (color: string) =>
  sharp({ create: { width: 256, height: 256, channels: 4, background: color } })
    .png()
    .toBuffer()
const [red, blue, none] = await Promise.all(['#d00000', '#0000d0', '#00000000'].map(plain))
/** The tile of the map's centre is red, every other blue. */
const [column, row] = worldPoint(centre, zoom).map((at) => Math.floor(at / 256))
const isMiddle = ({ x, y }: TilePlace) => x === column && y === row
const middleRed = (place: TilePlace) => Promise.resolve(isMiddle(place) ? red! : blue!)

async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<string> {
  const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width } = (await sharp(bytes).metadata()) as { width: number }
  const [r, , b, alpha] = data.subarray((y * width + x) * 4)
  return alpha! < 20 ? 'nothing' : r! > 120 && b! < 80 ? 'red' : b! > 120 && r! < 80 ? 'blue' : 'mixed'
}

describe.each(['wide', 'phone'] as const)('the %s picture', (name) => {
  test("is centred on the map's centre, with each tile in place", async () => {
    const drawn = (await drawFirstView({ opening, overlays: [kept(1)], tile: middleRed }))!
    const { src, width, height } = drawn.view[name]
    expect({ width, height }).toEqual(FIRST_VIEW[name])
    const bytes = drawn.files.get(src)!
    const [across, down] = worldPoint(centre, zoom).map((at, side) => Math.round(at) - 256 * [column!, row!][side]!)
    const [left, top] = [width / 2 - across!, height / 2 - down!]
    // Lossy colours run into each other at an edge: three pixels off it they are clear.
    const edges = [
      [left + 3, top + 3, 'red'],
      [left - 4, top + 3, 'blue'],
      [left + 3, top - 4, 'blue'],
      [left + 252, top + 252, 'red'],
      [left + 259, top + 252, 'blue'],
      [left + 252, top + 259, 'blue'],
    ] as const
    for (const [x, y, colour] of edges) expect(await colourAt(bytes, x, y), `${x}, ${y}`).toBe(colour)
  })
})

test('the first layer is on top; where it has no data, lower layers show through', async () => {
  const both = { opening, overlays: [kept(1), kept(2)] }
  const colour = async (upper: Buffer, lower: Buffer) => {
    const drawn = (await drawFirstView({ ...both, tile: ({ layer }) => Promise.resolve(layer === 1 ? upper : lower) }))!
    return colourAt(drawn.files.get(drawn.view.phone.src)!, 200, 300)
  }
  expect(await colour(red!, blue!)).toBe('red')
  expect(await colour(none!, blue!)).toBe('blue')
  expect(await colour(none!, none!)).toBe('nothing')
})

test("requests tiles by version, and only within the map's bounds", async () => {
  const asked: TilePlace[] = []
  const [x, y] = centre
  const around = [...fromMercator([x - metres, y - metres]), ...fromMercator([x + metres, y + metres])]
  const tile = (place: TilePlace) => {
    asked.push(place)
    return middleRed(place)
  }
  await drawFirstView({ opening, overlays: [kept(1, around as Overlay['bounds'])], tile })
  expect(asked).toEqual([{ layer: 1, version: '0123456789ab', z: zoom, x: column, y: row }])
})

test.each<[string, Partial<Opening>, Overlay[]]>([
  ['a base map of another server', { layers: undefined }, [kept(1)]],
  ['none that is kept', {}, [kept(3)]],
  ['a level between two', { zoom: 15.5 }, [kept(1)]],
  ['a level that it does not have', {}, [kept(1, world, [10, 14])]],
  ['a map that lies elsewhere', {}, [kept(1, [10, 50, 11, 51])]],
])('there is no picture of %s', async (_, differs, overlays) => {
  expect(
    await drawFirstView({ opening: { ...opening, ...differs }, overlays: overlays, tile: middleRed }),
  ).toBeUndefined()
})

test('a missing tile fails the whole picture', async () => {
  const tile = (place: TilePlace) => (isMiddle(place) ? Promise.reject(new Error('503')) : middleRed(place))
  await expect(drawFirstView({ opening, overlays: [kept(1)], tile })).rejects.toThrow('503')
})

test('a town outside the view gets no picture', () => {
  const there = (x: number, y: number) => {
    const feature = location(1)
    const corners = [
      [x, y],
      [x + 10, y],
      [x, y + 10],
      [x, y],
    ].map(([each, north]) => fromMercator([each!, north!]))
    return { ...feature, geometry: { type: 'Polygon' as const, coordinates: [corners as [number, number][]] } }
  }
  expect(showsTown(opening, [there(centre[0] + 100, centre[1])])).toBe(true)
  expect(showsTown(opening, [there(centre[0] + 100_000, centre[1])])).toBe(false)
  expect(showsTown(opening, [])).toBe(true)
})
