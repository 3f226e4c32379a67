import { rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { layerSelection } from '#rules/map/layer-selection.ts'
import { EMPTY_TILE } from '#server/routes/raster.ts'
import { openTestArchive } from '../fixtures.ts'
import { addTiles, plainTile, pmtiles } from './tile-files.ts'
import { runs } from '../../setup/length.ts'
import { useArchive } from '../use-archive.ts'

const V1 = '0123456789ab'
const FOR_EVER = 'public, max-age=31536000, immutable'
const WEBP = { accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' }
const at = (z: number, x: number, y: number, layer = 4, more = '') =>
  `/raster/algebra/${z}/${x}/${y}.png?layers=${layerSelection(layer)}&alpha=0${more}`

const town = useArchive(() => openTestArchive(undefined, { log: { write: (line: string) => void logged.push(line) } }))
let red: Buffer
const logged: string[] = []
beforeAll(async () => {
  red = await plainTile('#ff0000')
  const tiles = [
    { z: 13, x: 2235, y: 2997, data: red },
    { z: 14, x: 4470, y: 5994, data: await plainTile('#00ff00') },
  ]
  await addTiles(town, 4, V1, pmtiles(tiles))
})

test('stored WebP for clients that accept it, PNG of the same picture for others', async () => {
  const webp = await town.get(at(13, 2235, 2997), WEBP)
  expect(webp).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp', vary: 'Accept' } })
  expect(webp.body).toEqual(red)
  for (const accept of ['*/*', 'image/png', 'image/webp;q=0, image/png', undefined]) {
    const png = await town.get(at(13, 2235, 2997), accept === undefined ? {} : { accept })
    expect(png).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', vary: 'Accept' } })
    const { format, width, height } = await sharp(png.body).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 256, height: 256 })
    expect([...(await sharp(png.body).raw().toBuffer())].slice(0, 3)).toEqual([255, 0, 0])
  }
})

test('a tile is immutable with its version, and revalidated with an old one or none', async () => {
  const version = (v: string) => town.get(at(13, 2235, 2997, 4, v), WEBP)
  expect((await version(`&v=${V1}`)).headers['cache-control']).toBe(FOR_EVER)
  for (const v of ['', '&v=', '&v=ba9876543210', '&v=nonsense']) {
    const answer = await version(v)
    expect(answer.headers['cache-control']).toBe('public, no-cache')
    const { etag } = answer.headers as { etag: string }
    const again = await town.get(at(13, 2235, 2997, 4, v), { ...WEBP, 'if-none-match': etag })
    expect(again).toMatchObject({ status: 304, headers: { etag, vary: 'Accept' } })
    expect(again.body).toHaveLength(0)
    expect((await town.get(at(13, 2235, 2997, 4, v), { 'if-none-match': etag })).status).toBe(200)
  }
})

test('where the map shows nothing the answer is an empty tile, cached like any other', async () => {
  const beside = [at(13, 2236, 2997), at(12, 1117, 1498), at(23, 2288640, 3068928), at(0, 0, 0), at(13, 8192, 0)]
  for (const url of [...beside, at(13, 0, 8192), at(25, 1, 1), at(24, 2 ** 24, 0), at(999999999, 1, 1)]) {
    const answer = await town.get(`${url}&v=${V1}`, WEBP)
    const headers = { 'content-type': 'image/png', 'cache-control': FOR_EVER, vary: 'Accept' }
    expect(answer).toMatchObject({ status: 200, headers })
    expect(answer.body).toEqual(EMPTY_TILE)
    const again = await town.get(url, { 'if-none-match': String(answer.headers['etag']) })
    expect(again.status).toBe(304)
  }
  const { data, info } = await sharp(EMPTY_TILE).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([256, 256])
  expect(data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 0)).toBe(true)
})

test('a tile below the deepest level is cut from that, up to zoom 22', async () => {
  const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'] as const
  const quarters = await Promise.all(
    colours.map(async (background) =>
      sharp(await plainTile(background))
        .resize(128)
        .png()
        .toBuffer(),
    ),
  )
  const data = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#fff' } })
    .composite(quarters.map((input, quarter) => ({ input, left: (quarter % 2) * 128, top: quarter > 1 ? 128 : 0 })))
    .webp({ lossless: true })
    .toBuffer()
  await addTiles(town, 5, '00000000000f', pmtiles([{ z: 14, x: 4470, y: 5994, data }]))
  await town.db.updateTable('overlay').set({ maximum_zoom: 14 }).where('layer', '=', 5).execute()
  onTestFinished(async () => void (await town.db.deleteFrom('overlay').where('layer', '=', 5).execute()))
  const middle = async (z: number, x: number, y: number, headers = {}) => {
    const answer = await town.get(at(z, x, y, 5, '&v=00000000000f'), headers)
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': FOR_EVER } })
    const { data: pixels, info } = await sharp(answer.body).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([256, 256])
    const place = (128 * 256 + 128) * info.channels
    return [...pixels.subarray(place, place + 3)].map((value) => Math.round(value / 255)).join('')
  }
  for (const headers of [WEBP, {}]) {
    expect(await middle(15, 8940, 11988, headers)).toBe('100')
    expect(await middle(15, 8941, 11989, headers)).toBe('110')
    expect(await middle(22, 4470 * 256 + 255, 5994 * 256, headers)).toBe('010')
    expect(await middle(22, 4470 * 256, 5994 * 256 + 255, headers)).toBe('001')
  }
  expect((await town.get(at(15, 8942, 11988, 5), WEBP)).body, 'beside the map').toEqual(EMPTY_TILE)
})

test('an unknown layer is empty, cached for a minute', async () => {
  const answer = await town.get(at(13, 2235, 2997, 77, `&v=${V1}`), WEBP)
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=60' } })
  expect(answer.body).toEqual(EMPTY_TILE)
})

test('an invalid parameter is named', async () => {
  const plain = '/raster/algebra/13/2235/2997.png'
  for (const layers of ['', 'x', '4', 'r:0=4,g:0=5,b:0=4', 'r:0=0', 'r:0=4,r:0=4', '../../etc', 'r:0=100000']) {
    const answer = await town.get(`${plain}?layers=${encodeURIComponent(layers)}&alpha=0`)
    expect(answer).toMatchObject({ status: 400, json: { layers: [expect.any(String)] } })
  }
  expect(await town.get(plain)).toMatchObject({ status: 400, json: { layers: [expect.any(String)] } })
  expect(await town.get(`${plain}?layers=${layerSelection(4)}&alpha=1`)).toMatchObject({
    status: 400,
    json: { alpha: [expect.any(String)] },
  })
  expect((await town.get(`${plain}?layers=${layerSelection(4)}`)).status).toBe(200)
  for (const path of ['a/1/1.png', '13/-1/2.png', '13/1.5/2.png', '13/1/2.jpg', '13/1/2', '13/1/1e3.png'])
    expect((await town.get(`/raster/algebra/${path}?layers=${layerSelection(4)}`)).status).toBe(404)
})

test('HEAD matches GET, and other sites may embed tiles', async () => {
  const response = await town.app.inject({ method: 'HEAD', url: at(13, 2235, 2997), headers: WEBP })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'content-length': String(red.length) })
  expect(response.rawPayload).toHaveLength(0)
  expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(response.headers['content-encoding']).toBeUndefined()
  expect((await town.send(at(13, 2235, 2997), { method: 'POST' })).status).toBe(405)
})

test('any request gets a tile or a reason', async () => {
  const number = fc.oneof(fc.nat(30), fc.nat(2 ** 26), fc.constantFrom('2235', '2997', '-1', '%00', '1e9', '٤', 'NaN'))
  const layers = fc.oneof(fc.constant(layerSelection(4)), fc.string(), fc.nat(100_000).map(layerSelection))
  await fc.assert(
    fc.asyncProperty(number, number, number, layers, fc.string(), async (z, x, y, selection, v) => {
      const query = `layers=${encodeURIComponent(selection)}&v=${encodeURIComponent(v)}`
      const { status, headers, body } = await town.get(`/raster/algebra/${z}/${x}/${y}.png?${query}`)
      expect([200, 400, 404]).toContain(status)
      if (status === 200) {
        expect(headers['content-type']).toBe('image/png')
        expect(body.subarray(1, 4).toString()).toBe('PNG')
      }
    }),
    { numRuns: runs(300) },
  )
})

test('an added, replaced or removed map is noticed at the next call', async () => {
  const listed = async () => (await town.get('/api/overlays/')).json as { layer: number; version: string }[]
  expect(await listed()).toEqual([
    { layer: 4, version: V1, bounds: [-81.75, 43.5, -81.5, 43.75], minimum_zoom: 13, maximum_zoom: 19 },
  ])
  const blue = await plainTile('#0000ff')
  await addTiles(town, 5, 'aaaaaaaaaaaa', pmtiles([{ z: 13, x: 1, y: 2, data: blue }]))
  expect((await listed()).map(({ layer }) => layer)).toEqual([4, 5])
  expect((await town.get(at(13, 1, 2, 5), WEBP)).body).toEqual(blue)
  await addTiles(town, 5, 'bbbbbbbbbbbb', pmtiles([{ z: 13, x: 1, y: 2, data: red }]))
  expect((await town.get(at(13, 1, 2, 5, '&v=aaaaaaaaaaaa'), WEBP)).headers['cache-control']).toBe('public, no-cache')
  expect((await town.get(at(13, 1, 2, 5, '&v=bbbbbbbbbbbb'), WEBP)).body).toEqual(red)
  await town.db.deleteFrom('overlay').where('layer', '=', 5).execute()
  expect((await listed()).map(({ layer }) => layer)).toEqual([4])
  expect((await town.get(at(13, 1, 2, 5), WEBP)).body).toEqual(EMPTY_TILE)
})

test('missing or damaged tiles are empty for a minute, not listed, and logged once', async () => {
  const version = 'cccccccccccc'
  const whole = pmtiles([{ z: 13, x: 1, y: 2, data: red }])
  const path = await addTiles(town, 6, version, whole)
  rmSync(path)
  const ask = async () => {
    // Some other change of the archive, so that the server looks again.
    await town.db
      .updateTable('overlay')
      .set({ tiles: (Math.random() * 1e9) | 0 })
      .where('layer', '=', 6)
      .execute()
    return town.get(at(13, 1, 2, 6, `&v=${version}`), WEBP)
  }
  logged.length = 0
  for (const bad of [undefined, Buffer.alloc(0), Buffer.alloc(whole.length), whole.subarray(0, 200)]) {
    if (bad) writeFileSync(path, bad)
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask()
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=60' } })
      expect(answer.body).toEqual(EMPTY_TILE)
    }
  }
  expect(logged.filter((line) => line.includes(version))).toHaveLength(1)
  expect((await town.get('/api/overlays/')).json).toHaveLength(1)
  writeFileSync(path, whole)
  expect((await ask()).body).toEqual(red)
})

test('a damaged tile in an intact file is empty and not cached', async () => {
  const version = 'dddddddddddd'
  const file = pmtiles([{ z: 13, x: 1, y: 2, data: red }])
  file.fill(0, file.length - red.length)
  await addTiles(town, 7, version, file)
  for (const headers of [WEBP, {}]) {
    const answer = await town.get(at(13, 1, 2, 7, `&v=${version}`), headers)
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=60' } })
    expect(answer.headers['etag']).toBeUndefined()
    expect(answer.body).toEqual(EMPTY_TILE)
  }
})
