import { readFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { MapLayers } from '#contract/map-layers.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/record.ts'
import { MAP_REFUSED, type CheckedMap, type MapUpload, type OldMaps, type OpenedUpload } from '#contract/old-maps.ts'
import { form } from '../walk/form.ts'
import { drawMap } from './small-maps.ts'
import { useArchive } from '../use-archive.ts'
import { seldom } from '../../setup/seldom.ts'

const town = useArchive()
let picture: Buffer
let points: string
beforeAll(async () => {
  const file = await drawMap(join(town.folder, 'drawn'))
  picture = readFileSync(file)
  points = readFileSync(file.replace('.png', '.points'), 'utf8')
})

const call = (url: string, body: unknown, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') =>
  town.send(`/api/old-maps/${url}`, { method, body, as: 'staff' })
const list = async () => (await town.send('/api/old-maps/', { as: 'staff' })).json as OldMaps
async function upload(content = picture, file = 'plan.png') {
  const { payload, headers } = form({}, { name: 'image', file, type: 'image/png', content })
  return await town.send('/api/old-maps/uploads/', { method: 'POST', body: payload, headers, as: 'staff' })
}
const legend = async () => (await town.get('/api/map-layers/')).json as MapLayers
const CORNERS = [
  { x: 0, y: 0, longitude: -81.7, latitude: 43.755 },
  { x: 900, y: 0, longitude: -81.69, latitude: 43.755 },
  { x: 900, y: 900, longitude: -81.69, latitude: 43.748 },
  { x: 0, y: 900, longitude: -81.7, latitude: 43.748 },
]

/** Adds a map and waits until it is cut. */
async function addPlan(title: string, more: object = {}, content = picture) {
  const { upload: id } = (await upload(content)).json as MapUpload
  const added = await call('', { upload: id, points: CORNERS, title, year: 1856, inLegend: true, ...more })
  expect(added.status).toBe(201)
  await vi.waitUntil(async () => (await list()).work.every(({ state }) => state === 'failed'), {
    timeout: 60_000,
    interval: 200,
  })
  return (added.json as { layer: number }).layer
}

test('a scan is uploaded, checked with its residuals, cut in the background and shown', async () => {
  const { upload: id, ...found } = (await upload()).json as MapUpload
  expect(found).toMatchObject({ file_name: 'plan.png', width: 900, height: 900, placed: false })
  expect(found.preview).toMatch(/^data:image\/jpeg;base64,/)

  const even = (await call('check/', { upload: id, georeference: points })).json as CheckedMap
  expect(even.points).toHaveLength(4)
  expect(even.rms).toBeLessThan(0.5)
  expect(even).toMatchObject({ transformation: 'thinPlateSpline', minimum_zoom: 13, maximum_zoom: 17 })
  const image = await sharp(Buffer.from(even.preview.image.split(',')[1]!, 'base64')).metadata()
  expect(image).toMatchObject({ format: 'webp', hasAlpha: true })
  expect(even.preview.bounds[0]).toBeLessThanOrEqual(-81.7)
  expect(even.preview.bounds[3]).toBeGreaterThanOrEqual(43.755)

  // One point 100 metres off is seen.
  const [first, ...others] = CORNERS
  const wrong = { ...first!, latitude: first!.latitude + 0.0009 }
  const bent = (await call('check/', { upload: id, points: [wrong, ...others] })).json as CheckedMap
  expect(bent.rms).toBeGreaterThan(15)
  expect(bent.rms).toBeLessThan(60)

  const layer = await addPlan('Town plan')
  expect((await list()).work).toEqual([])
  expect((await list()).maps).toMatchObject([
    { layer, title: 'Town plan', year: 1856, role: 'old map', removed: null, file: { name: 'plan.png', ready: true } },
  ])
  expect((await legend()).overlays).toMatchObject([{ id: 'town-plan-1856', title: 'Town plan', layer }])
  expect((await town.get('/api/overlays/')).json).toMatchObject([{ layer }])
  const builds = await town.db.selectFrom('build').select('reason').execute()
  expect(builds.length).toBeGreaterThan(0)
}, 120_000)

seldom(
  'titles, legend and order are changed; a removed map comes back with them',
  async () => {
    const other = await sharp(picture).negate().png().toBuffer()
    const more = { description: 'By the insurers.', credit: { text: 'County', href: '' } }
    const second = await addPlan('Fire plan', more, other)
    const [first] = (await legend()).overlays.map(({ layer }) => layer).filter((layer) => layer !== second)
    const edited = await call(`${second}/`, { title: 'Fire insurance plan', year: 1890, inLegend: false }, 'PATCH')
    expect(edited.json).toMatchObject({
      title: 'Fire insurance plan',
      year: 1890,
      inLegend: false,
      description: 'By the insurers.',
    })
    expect((await call('order/', { layers: [first, second] })).status).toBe(204)
    expect((await legend()).overlays.map(({ layer }) => layer)).toEqual([first, second])
    expect((await call('order/', { layers: [first] })).status).toBe(409)

    expect((await call(`${first}/`, undefined, 'DELETE')).status).toBe(204)
    expect((await legend()).overlays.map(({ layer }) => layer)).toEqual([second])
    expect((await list()).maps.at(-1)).toMatchObject({
      layer: first,
      title: 'Town plan',
      removed: expect.any(String),
      file: null,
    })
    expect((await call(`${first}/restore/`, undefined)).status).toBe(204)
    expect((await legend()).overlays).toMatchObject([{ layer: first, title: 'Town plan' }, { layer: second }])
    await vi.waitUntil(async () => (await list()).maps[0]?.file?.ready, { timeout: 60_000, interval: 200 })
    expect((await call(`${first}/restore/`, undefined)).status).toBe(404)
  },
  120_000,
)

test('an upload that nobody has placed stays until a person forgets it', async () => {
  const { upload: id } = (await upload()).json as MapUpload
  expect((await list()).work).toEqual([])
  expect((await call('work/drop/', { upload: id })).status).toBe(404)
  const dayBefore = Date.now() / 1000 - 25 * 3600
  utimesSync(join(town.folder, 'overlays', 'uploads', id), dayBefore, dayBefore)
  // Another upload takes nothing away.
  await upload()
  expect((await list()).work).toMatchObject([
    { upload: id, title: 'plan.png', state: 'failed', error: MAP_REFUSED.unplaced },
  ])
  expect((await call('work/drop/', { upload: id })).status).toBe(204)
  expect((await list()).work).toEqual([])
})

seldom(
  'a map is replaced by its own scan placed again; the one before comes back',
  async () => {
    const { layer, file } = (await list()).maps[0]!
    const copied = await call(`${layer}/uploads/`, undefined)
    expect(copied.status).toBe(201)
    const { upload: id, georeference } = copied.json as OpenedUpload
    expect(georeference).toContain('Annotation')
    const moved = CORNERS.map((each) => ({ ...each, longitude: each.longitude + 0.001 }))
    const replacing = { upload: id, points: moved, title: 'Placed again', year: null, inLegend: true, replaces: layer }
    expect((await call('', { ...replacing, replaces: 999 })).status).toBe(404)
    expect((await call('', replacing)).status).toBe(201)
    const shown = async () => (await list()).maps.find((map) => map.layer === layer)!
    await vi.waitUntil(async () => (await list()).work.length === 0, { timeout: 60_000, interval: 200 })
    expect(await shown()).toMatchObject({ title: 'Placed again', earlier: { file_name: 'plan.png' } })
    expect((await shown()).file!.version).not.toBe(file!.version)

    expect((await call(`${layer}/restore/`, undefined)).status).toBe(204)
    expect((await shown()).file!.version).toBe(file!.version)
    await vi.waitUntil(async () => (await shown()).file?.ready, { timeout: 60_000, interval: 200 })
    expect(await shown()).toMatchObject({ earlier: { file_name: 'plan.png' } })
  },
  120_000,
)

seldom('visitors read what is written about a map; each change is in the audit trail, with who made it', async () => {
  const { layer } = (await list()).maps[0]!
  const credit = { text: 'County library', href: 'https://library.example' }
  expect((await call(`${layer}/`, { description: 'Drawn by the surveyor.', credit }, 'PATCH')).status).toBe(200)
  const overlays = (await town.get('/api/overlays/')).json as { layer: number }[]
  expect(overlays.find((each) => each.layer === layer)).toMatchObject({ description: 'Drawn by the surveyor.', credit })
  const steps = (await town.send('/api/audit/?kind=maps', { as: 'staff' })).json as AuditEntry[]
  const of = (action: string, field?: string) =>
    steps.find((step) => step.action === action && (!field || step.fields.some((each) => each.field === field)))
  expect(of('edited', 'description')).toMatchObject({ kind: 'maps', key: layer, actor: { name: expect.any(String) } })
  expect(of('edited', 'credit')?.fields).toMatchObject([{}, { after: 'County library, https://library.example' }])
  for (const [action, field] of [
    ['added'],
    ['removed'],
    ['restored'],
    ['edited', 'order'],
    ['edited', 'version'],
  ] as const)
    expect(of(action, field)?.actor, `${action} ${field}`).toMatchObject({ id: expect.any(Number) })
  // What changes nothing is no step.
  await call(`${layer}/`, { description: 'Drawn by the surveyor.' }, 'PATCH')
  expect((await town.send('/api/audit/?kind=maps', { as: 'staff' })).json).toHaveLength(steps.length)
})

seldom(
  'own imagery becomes a base map, with its texts, and an old map again',
  async () => {
    const other = await sharp(picture).tint('#336699').png().toBuffer()
    const layer = await addPlan('Drone flight', { baseMap: true, description: 'In May.' }, other)
    const mine = async () => (await list()).maps.find((map) => map.layer === layer)
    expect(await mine()).toMatchObject({ role: 'base map', title: 'Drone flight', description: 'In May.' })
    const { overlays, baseMaps } = await legend()
    expect(overlays.some((each) => each.layer === layer)).toBe(false)
    expect(baseMaps).toContainEqual(expect.objectContaining({ title: 'Drone flight', layers: [layer] }))

    expect((await call(`${layer}/`, { title: 'Drone flight of May', baseMap: false }, 'PATCH')).json).toMatchObject({
      ...{ role: 'old map', title: 'Drone flight of May', description: 'In May.', inLegend: true },
    })
    expect((await legend()).overlays[0]).toMatchObject({ layer })
    const [step] = (await town.send('/api/audit/?kind=maps', { as: 'staff' })).json as AuditEntry[]
    expect(step!.fields).toContainEqual({ field: 'base_map', before: true, after: false })

    // Removed, it is no choice of visitors; brought back, it is again what it was.
    expect((await call(`${layer}/`, { baseMap: true }, 'PATCH')).json).toMatchObject({ role: 'base map' })
    expect((await call(`${layer}/`, undefined, 'DELETE')).status).toBe(204)
    expect((await legend()).baseMaps.some(({ layers }) => layers?.includes(layer))).toBe(false)
    expect((await call(`${layer}/restore/`, undefined)).status).toBe(204)
    const again = expect.objectContaining({ title: 'Drone flight of May', layers: [layer] }) as object
    expect((await legend()).baseMaps).toContainEqual(again)
    await vi.waitUntil(async () => !JSON.stringify(await list()).includes('"ready":false'), { timeout: 60_000 })
  },
  120_000,
)

test('what is wrong is said at its field, and leaves nothing', async () => {
  const before = await list()
  const { upload: id } = (await upload()).json as MapUpload
  const point = CORNERS[0]
  const errors = async (url: string, body: object) => {
    const { status, json } = await call(url, body)
    expect(status).toBe(400)
    return json as Record<string, string[]>
  }
  expect(await errors('check/', { upload: id })).toEqual({ georeference: [expect.stringContaining('three points')] })
  expect(await errors('check/', { upload: id, points: [point, point, point] })).toEqual({
    points: [expect.stringMatching(/1 and 2 are at the same place/)],
  })
  expect(await errors('check/', { upload: id, georeference: 'mapX,mapY\n1,2' })).toEqual({
    georeference: [expect.stringMatching(/^control points, line 1: a column sourceX is missing/)],
  })
  expect(await errors('check/', { upload: id, georeference: '{"type":"Annotation"}' })).toEqual({
    georeference: [expect.stringContaining('not a Georeference Annotation')],
  })
  expect(Object.keys(await errors('check/', { upload: id, points: [{ ...point, latitude: 95 }] }))).toEqual(['points'])
  const texts = {
    upload: id,
    points: CORNERS,
    title: ' ',
    year: 18,
    inLegend: 'yes',
    credit: { text: '', href: 'ftp:x' },
  }
  expect(Object.keys(await errors('', texts)).sort()).toEqual(['credit', 'inLegend', 'title', 'year'])
  expect((await upload(Buffer.from('no picture'))).json).toEqual({ image: [expect.stringContaining('plan.png')] })
  expect((await call('check/', { upload: 'x' })).status).toBe(400)
  expect(await list()).toEqual(before)
  expect(readdirSync(join(town.folder, 'overlays', 'uploads')).filter((name) => name !== 'incoming')).toEqual(
    expect.arrayContaining([id]),
  )
}, 120_000)
