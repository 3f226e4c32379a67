import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Geometry } from '#contract/location.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { SplitRequest, ZoneLinks } from '#contract/split.ts'
import { UNDO } from '#contract/review-messages.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { polygonsOf } from '#rules/map/outlines/polygons.ts'
import { addRecords } from '../fixtures.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { recordRows } from './record-rows.ts'
import { openSplitTown, splitCalls } from './split-town.ts'
import { outlineArea } from '../../rules/map/outlines/area.ts'
import { ALL, runs } from '../../setup/length.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openSplitTown)
afterEach(() => vi.useRealTimers())
const { url, linksOf, readZone, send, split, post, undo } = splitCalls(() => town)
const areaOf = ({ fields }: DeskRecord) => outlineArea(fields['geometry'] as Geometry)

test('each link goes where it was assigned, and stays where it was not', async () => {
  const before = await linksOf(1)
  expect(new Set(before.map(({ kind }) => kind))).toEqual(
    new Set([
      ...['items', 'lots', 'heritage', 'location_descriptions', 'plaques', 'organization_locations'],
      ...['residents', 'place_names'],
    ]),
  )
  expect(before).toContainEqual({ kind: 'lots', key: '30', label: 'Lot 30', detail: '1 owner' })
  expect(before).toContainEqual(expect.objectContaining({ kind: 'location_descriptions', key: 30, detail: 'A mill.' }))
  const moves = [{ kind: 'items', key: 30 }, { kind: 'lots', key: '30' }, { kind: 'plaques', key: 30 }] as const // prettier-ignore
  const { kept, added } = await split(1, { keeps: 'right', name: 'Mill yard', altnames: ['Yard'], moves: [...moves] })
  expect(kept.key).toBe(1)
  expect(added.fields).toMatchObject({ name: 'Mill yard', altnames: ['Yard'] })
  // The line goes east: its right is the south.
  expect(JSON.stringify(kept.fields['geometry'])).toContain('43.5]')
  expect(JSON.stringify(added.fields['geometry'])).toContain('43.501]')
  const ids = (links: ZoneLinks) => links.map(({ kind, key }) => `${kind} ${key}`).toSorted()
  expect(ids(await linksOf(Number(added.key)))).toEqual(moves.map(({ kind, key }) => `${kind} ${key}`).toSorted())
  expect([...ids(await linksOf(1)), ...ids(await linksOf(Number(added.key)))].toSorted()).toEqual(ids(before))
  expect(kept.history[0]).toMatchObject({ action: 'split', note: '“Mill yard” was split off from “12 Mill Street”.' })
  const item = (await town.send('/api/records/items/31/', { as: 'staff' })).json as DeskRecord
  expect(item.history).toEqual([])
  const moved = (await town.send('/api/records/items/30/', { as: 'staff' })).json as DeskRecord
  expect(moved.history[0]).toMatchObject({ action: 'edited', note: expect.stringContaining('Mill yard') })
})

test('undone, the zone is as it was, and the new number leads to it', async () => {
  const before = await recordRows(town.db)
  // Askew, so that the union of both parts has other corners than the outline had.
  const line: [number, number][] = [[-81.9, 43.43], [-81.5, 43.57]] // prettier-ignore
  const { split: id, added } = await split(1, { line, name: 'Yard', moves: [{ kind: 'lots', key: '30' }] })
  const key = Number(added.key)
  const listed = async () => (await town.send('/api/operations/?type=split', { as: 'staff' })).json
  expect(await listed()).toMatchObject({ results: [{ id, record: { key }, label: 'Yard', into: { key: 1 } }] })
  expect(await undo(id)).toMatchObject({ status: 200, json: { record: { key: 1 } } })
  expect(await recordRows(town.db)).toEqual(before)
  expect(await town.get(`/api/location/${key}/`)).toMatchObject({ json: { properties: { pk: 1 } } })
  expect(await listed()).toMatchObject({ count: 0 })
  // Twice is the same as once.
  expect((await undo(id)).status).toBe(200)
})

test('a part that was changed since, or that something belongs to by now, is not thrown away by the undo', async () => {
  const { split: id, added } = await split(1, { name: 'Yard' })
  const changed = async (body: object) => {
    const headers = await withVersion(town, url(Number(added.key)), { 'if-match': VERSION })
    await town.send(url(Number(added.key)), { method: 'PATCH', as: 'staff', headers, body })
  }
  await changed({ name: 'Court' })
  expect(await undo(id)).toMatchObject({ status: 409, json: { detail: UNDO.splitChanged(['“Court” (Name)']) } })
  await changed({ name: 'Yard' })
  await post('/api/records/lots/', { lotNum: '77', location: added.key })
  expect(await undo(id)).toMatchObject({ status: 409, json: { detail: UNDO.splitChanged(['“Lot 77” (Location)']) } })
})

test.each([
  [
    'a line that misses',
    {
      line: [
        [0, 0],
        [1, 1],
      ],
    },
    400,
    { line: [OUTLINE.lineMisses] },
  ],
  [
    'a line that ends inside',
    {
      line: [
        [-81.6995, 43.5005],
        [-81, 43.5005],
      ],
    },
    400,
    { line: [OUTLINE.lineEnds] },
  ],
  [
    'a line off the world',
    {
      line: [
        [-200, 43],
        [1, 1],
      ],
    },
    400,
    { line: [expect.stringContaining('EPSG:4326')] },
  ],
  ['no side', { keeps: 'north' as 'left' }, 400, { keeps: [expect.stringContaining('left or right')] }],
  [
    'what is not the place’s',
    { moves: [{ kind: 'lots' as const, key: '7' }] },
    400,
    { moves: ['lots 7 does not belong to this place.'] },
  ],
  ['links that were not seen', { links: 2 }, 409, { detail: expect.stringContaining('has changed since you looked') }],
] as [string, Partial<SplitRequest>, number, object][])(
  '%s is refused, and nothing is changed',
  async (_, request, status, json) => {
    // prettier-ignore
    const before = await recordRows(town.db)
    expect(await send(1, request)).toMatchObject({ status, json })
    expect(await recordRows(town.db)).toEqual(before)
  },
)

test('a place without an outline is not split, an old version is refused, and after thirty days it stays split', async () => {
  expect(await send(12, {})).toMatchObject({ status: 400, json: { line: [OUTLINE.none] } })
  const body = { line: [[0, 0], [1, 1]], keeps: 'left', links: 0 } // prettier-ignore
  const stale = await town.send(`${url(1)}split/`, { method: 'POST', as: 'staff', headers: { 'if-match': '"old"' }, body }) // prettier-ignore
  expect(stale.status).toBe(412)
  const { split: id } = await split(1, {})
  await town.db.updateTable('operation').set({ at: '2026-01-01T00:00:00.000Z' }).execute()
  expect(await undo(id)).toMatchObject({ status: 409, json: { detail: expect.stringContaining('thirty days') } })
})

test('splits and joins of the same place are undone from the later one', async () => {
  const { json } = await post(`${url(2)}merge/`, { into: 1 })
  const { merge } = json as { merge: number }
  const { split: id } = await split(1, { name: 'Yard' })
  expect(await undo(merge)).toMatchObject({ status: 409, json: { first: id } })
  for (const each of [id, merge]) expect((await undo(each)).status).toBe(200)
  const { split: again } = await split(1, { name: 'Yard' })
  const { merge: later } = (await post(`${url(2)}merge/`, { into: 1 })).json as { merge: number }
  expect(await undo(again)).toMatchObject({ status: 409, json: { first: later } })
  for (const each of [later, again]) expect((await undo(each)).status).toBe(200)
})

test('zones are joined: outline, names and links of both, and the old id leads to the one that stays', async () => {
  const before = await recordRows(town.db)
  const [one, two] = [await linksOf(1), await linksOf(2)]
  const { status, json } = await post(`${url(2)}merge/`, { into: 1 })
  expect(status).toBe(200)
  const { record, merge } = json as { record: DeskRecord; merge: number }
  expect(record.fields).toMatchObject({ name: '12 Mill Street', altnames: expect.arrayContaining(['Harbour', 'The Old Mill']) }) // prettier-ignore
  expect((record.fields['geometry'] as Geometry).type).toBe('MultiPolygon')
  expect(areaOf(record) / 2e-6).toBeCloseTo(1, 6)
  expect(await linksOf(1)).toHaveLength(one.length + two.length)
  for (const path of ['/api/location/2/', '/api/location/1/']) {
    expect((await town.get(path)).json).toMatchObject({ properties: { pk: 1 } })
  }
  for (const list of ['lots/?search=', 'plaques/?search=', 'heritage-information/?location=', 'items/?location=']) {
    const [old, now] = [await town.get(`/api/${list}2`), await town.get(`/api/${list}1`)]
    expect(old.json).toEqual(now.json)
  }
  expect((await town.get('/api/merged/')).json).toEqual([{ kind: 'locations', id: 2, into: 1 }])
  expect((await post(`/api/operations/${merge}/undo/`)).status).toBe(200)
  expect(await recordRows(town.db)).toEqual(before)
})

/** A grid of lots. */
const square = (x: number, y: number) => JSON.stringify({ type: 'Polygon', coordinates: [[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]].map(([a, b]) => [-80 + a! / 1e3, 43 + b! / 1e3])] }) // prettier-ignore
const GRID = [41, 42, 43, 44]

test(
  'splits and joins in any order lose no link and no ground, and undone they leave everything as it was',
  { timeout: 300_000 },
  async () => {
    await addRecords(town.db, {
    location: GRID.map((id, at) => ({ id, name: `Z${id}`, address: '', geometry: square(at % 2, at >> 1) })),
    lot: GRID.flatMap((id) => [0, 1].map((n) => ({ lot_num: `${id}-${n}`, location_id: id }))),
    plaque: GRID.map((id) => ({ id, location_id: id, name: `P${id}`, text: 'x' })),
    location_description: GRID.map((id) => ({ id, location_id: id, description: `D${id}` })),
    items: GRID.map((id) => ({ id: 100 + id, title: `I${id}`, location_id: id })),
  }) // prettier-ignore
    const before = await recordRows(town.db)
    const links = async () => {
      const zones = await town.db.selectFrom('location').select('id').where('id', '>=', 41).execute()
      const all = await Promise.all(zones.map(({ id }) => linksOf(id)))
      return all.flat().map(({ kind, key }) => `${kind} ${key}`).toSorted() // prettier-ignore
    }
    const ground = async () => {
      const zones = await town.db.selectFrom('location').select('geometry').where('id', '>=', 41).execute()
      return zones.reduce((sum, { geometry }) => sum + outlineArea(JSON.parse(geometry!) as Geometry), 0)
    }
    const allLinks = await links()
    expect(allLinks).toHaveLength(20)
    const step = fc.record({ join: fc.boolean(), one: fc.nat(20), two: fc.nat(20), slope: fc.double({ min: -2, max: 2, noNaN: true }), keeps: fc.constantFrom('left' as const, 'right' as const), moving: fc.nat(31) }) // prettier-ignore
    let splits = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        const undos: string[] = []
        for (const { join, one, two, slope, keeps, moving } of steps) {
          const zones = (await town.db.selectFrom('location').select('id').where('id', '>=', 41).orderBy('id').execute()).map(({ id }) => id) // prettier-ignore
          const [a, b] = [zones[one % zones.length]!, zones[two % zones.length]!]
          if (join && a !== b) {
            const { status, json } = await post(`${url(a)}merge/`, { into: b })
            expect([status, json]).toEqual([200, json])
            undos.push(`/api/operations/${(json as { merge: number }).merge}/undo/`)
          } else {
            const corner = polygonsOf((await readZone(a)).fields['geometry'] as Geometry)[0]![0]![0]!
            const [px, py] = [corner[0] + 0.0003, corner[1] + 0.0004]
            const line = [[px - 0.02, py - 0.02 * slope], [px + 0.02, py + 0.02 * slope]] as [number, number][] // prettier-ignore
            const moves = (await linksOf(a)).filter((_, at) => (moving >> at % 5) & 1).map(({ kind, key }) => ({ kind, key })) // prettier-ignore
            const { status, json } = await send(a, { line, keeps, moves })
            expect([201, 400]).toContain(status)
            if (status === 201) undos.push(`/api/operations/${(json as { split: number }).split}/undo/`)
            splits += Number(status === 201)
          }
          expect(await links()).toEqual(allLinks)
          expect((await ground()) / 4e-6).toBeCloseTo(1, 5)
        }
        for (const path of undos.toReversed()) expect(await post(path)).toMatchObject({ status: 200 })
        expect(await recordRows(town.db)).toEqual(before)
      }),
      { numRuns: runs(15), endOnFailure: true },
    )
    if (ALL) expect(splits).toBeGreaterThan(5)
  },
)
