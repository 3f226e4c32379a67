import { expect, test } from 'vitest'
import type { Geometry } from '#contract/location.ts'
import { API, FORM } from '#contract/messages.ts'
import type { DeskRecord } from '#contract/record.ts'
import { MERGE, SPLIT, UNDO } from '#contract/review-messages.ts'
import { outlineArea } from '../../rules/map/outlines/area.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { useFreshArchive } from '../use-archive.ts'
import { recordRows } from './record-rows.ts'
import { openSplitTown, splitCalls } from './split-town.ts'

const town = useFreshArchive(openSplitTown)
const { url, linksOf, readZone, split, send, post, undo } = splitCalls(() => town)
async function edit(zone: number, body: object) {
  const headers = await withVersion(town, url(zone), { 'if-match': VERSION })
  return town.send(url(zone), { method: 'PATCH', as: 'staff', headers, body })
}
const join = (body: object) => post('/api/records/locations/join/', { name: '', ...body })
const areaOf = ({ fields }: DeskRecord) => outlineArea(fields['geometry'] as Geometry)
const listed = async () =>
  (await town.send('/api/operations/?type=succession', { as: 'staff' })).json as { count: number; results: object[] }

test('in a year a place ends as a record, and two others begin that came out of it; undone, all is as it was', async () => {
  const [before, links] = [await recordRows(town.db), await linksOf(1)]
  const old = await readZone(1)
  const moves = [{ kind: 'lots', key: '30' }] as const
  const parts = { name: 'North half', other_name: 'South half', other_address: '14 Mill Street' }
  const answer = await split(1, { ...parts, year: 1881, keeps: 'right', moves: [...moves] })
  const { split: id, kept, added } = answer
  const other = await readZone(Number(added.key) + 1)

  expect(kept.fields).toEqual({ ...old.fields, date_end: 18810000 })
  const begun = { date_start: 18810000, date_end: null, predecessors: [1], succession: 'split' }
  expect(added.fields).toMatchObject({ name: 'North half', ...begun })
  expect(other.fields).toMatchObject({ name: 'South half', address: '14 Mill Street', ...begun })
  expect(areaOf(added) + areaOf(other)).toBeCloseTo(areaOf(old), 12)
  expect(await linksOf(Number(added.key))).toMatchObject(moves)
  expect(await linksOf(Number(other.key))).toEqual([])
  expect(await linksOf(1)).toHaveLength(links.length - 1)

  const said = '“12 Mill Street” became “North half” and “South half” in 1881'
  expect(kept.history[0]).toMatchObject({
    ...{ action: 'edited', note: `${said}.` },
    fields: [{ field: 'date_end', before: null, after: 18810000 }],
  })
  expect(await listed()).toMatchObject({ count: 1, results: [{ id, label: said, record: { key: 1 } }] })
  expect(await undo(id)).toMatchObject({ status: 200, json: { record: { key: 1 } } })
  expect(await recordRows(town.db)).toEqual(before)
})

test('in a year several places become one with their whole outline, and keep what is theirs', async () => {
  const [before, olds] = [await recordRows(town.db), [await readZone(1), await readZone(2)]]
  const counts = [await linksOf(1), await linksOf(2)]
  const { status, json } = await join({ zones: [1, 2], year: 1912, name: 'Terminal', address: '1 Quay' })
  expect([status, json]).toEqual([201, json])
  const { join: id, added } = json as { join: number; added: DeskRecord }
  expect(added.fields).toMatchObject({
    ...{ name: 'Terminal', address: '1 Quay', date_start: 19120000, predecessors: [1, 2], succession: 'joined' },
  })
  expect(areaOf(added)).toBeCloseTo(areaOf(olds[0]!) + areaOf(olds[1]!), 12)
  for (const [at, zone] of [1, 2].entries()) {
    expect((await readZone(zone)).fields).toEqual({ ...olds[at]!.fields, date_end: 19120000 })
    expect(await linksOf(zone)).toEqual(counts[at])
  }
  expect((await undo(id)).status).toBe(200)
  expect(await recordRows(town.db)).toEqual(before)
})

test('what ended in that year keeps its day, and undone it is as it was', async () => {
  await edit(1, { date_end: 18810304, date_end_text: '4 March 1881' })
  const before = await recordRows(town.db)
  const { split: id, kept } = await split(1, { year: 1881 })
  expect(kept.fields).toMatchObject({ date_end: 18810304, date_end_text: '4 March 1881' })
  expect((await undo(id)).status).toBe(200)
  expect(await recordRows(town.db)).toEqual(before)
})

test.each([
  ['before it began', { date_start: 18900000 }, 1881],
  ['after it ended', { date_end: 18700000 }, 1881],
])('nothing is split or joined %s', async (_, dates, year) => {
  await edit(1, dates)
  const before = await recordRows(town.db)
  const refused = { status: 400, json: { year: [SPLIT.notThen('12 Mill Street', year)] } }
  expect(await send(1, { year })).toMatchObject(refused)
  expect(await join({ zones: [1, 2], year })).toMatchObject(refused)
  expect(await recordRows(town.db)).toEqual(before)
})

test.each([
  [{ zones: [1], year: 1881 }, { zones: [expect.stringContaining('at least two')] }],
  [{ zones: [1, 1], year: 1881 }, { zones: [expect.stringContaining('at least two')] }],
  [{ zones: [1, 999], year: 1881 }, { zones: [API.noSuchRecord(999)] }],
  [{ zones: [1, 2], year: 18810000 }, { year: ['Enter a year, such as 1881.'] }],
  [{ zones: [1, 2] }, { year: ['Enter a year, such as 1881.'] }],
])('joining %j is refused', async (body, json) => {
  const before = await recordRows(town.db)
  expect(await join(body)).toMatchObject({ status: 400, json })
  expect(await recordRows(town.db)).toEqual(before)
})

test('a new place that was changed since, or has somebody by now, stays; a later succession is undone first', async () => {
  const { split: id, added } = await split(1, { year: 1881, name: 'North half' })
  const key = Number(added.key)
  await edit(key, { predecessors: [1, 2] })
  const refused = (name: string) => ({ status: 409, json: { detail: UNDO.successionChanged([name]) } })
  expect(await undo(id)).toMatchObject(refused('“North half”'))
  await edit(key, { predecessors: [1] })
  const person = ((await post('/api/records/people/', { first_name: 'Ada', surname: 'Lee' })).json as DeskRecord).key
  const { status, json } = await post('/api/records/residents/', { person, location: key, date_start: 18910000 })
  expect([status, json]).toEqual([201, json])
  expect(await undo(id)).toMatchObject(refused('“Ada Lee at North half” (Location)'))
  await town.send(`/api/records/residents/${(json as DeskRecord).key}/`, {
    ...{ method: 'DELETE', as: 'staff' },
    headers: await withVersion(town, `/api/records/residents/${(json as DeskRecord).key}/`, { 'if-match': VERSION }),
  })
  const { split: later } = await split(key, { year: 1900, line: [[-81.9, 43.5002], [-81.5, 43.5002]] }) // prettier-ignore
  expect(await undo(id)).toMatchObject({ status: 409, json: { first: later } })
})

test('a circle, a place before the one that it came out of, and one that ends before it begins are refused at their fields', async () => {
  expect((await edit(2, { predecessors: [1], date_start: 18810000 })).status).toBe(200)
  expect((await edit(12, { predecessors: [2] })).status).toBe(200)
  const refused = (field: string, reason: unknown) => ({ status: 400, json: { [field]: [reason] } })
  expect(await edit(1, { predecessors: [12] })).toMatchObject(refused('predecessors', API.ownPredecessor))
  expect(await edit(1, { predecessors: [1] })).toMatchObject(refused('predecessors', API.namesItself))
  expect(await edit(1, { predecessors: [999] })).toMatchObject(refused('predecessors', API.noSuchRecord(999)))
  expect(await edit(1, { date_start: 18900000 })).toMatchObject(
    refused('date_start', expect.stringMatching(/^Place 2 came out of this one\. It began in 1881, before/)),
  )
  expect((await edit(1, { date_start: 18810304 })).status).toBe(200)
  expect(await edit(2, { date_start: 18800000 })).toMatchObject(
    refused('predecessors', expect.stringContaining('It began in 1880, before the earlier place 1 began')),
  )
  expect(await post('/api/records/locations/', { name: 'Shed', date_end: 18700000, predecessors: [1] })).toMatchObject(
    refused('predecessors', expect.stringContaining('It ended in 1870, before the earlier place 1 began')),
  )
  expect(await edit(2, { date_end: 18700000 })).toMatchObject(refused('date_end', FORM.rangeEnd))

  // Nor does a place become part of one that came out of it.
  for (const [from, into] of [
    [1, 12],
    [12, 1],
  ])
    // prettier-ignore
    expect(await post(`${url(from!)}merge/`, { into })).toMatchObject({
      ...{ status: 409, json: { detail: MERGE.succeeds((await readZone(1)).label, (await readZone(12)).label) } },
    })
})

test('the places that a merged one came out of, and that came out of it, are those of the one that stays', async () => {
  await edit(2, { predecessors: [1] })
  await edit(12, { predecessors: [2] })
  const before = await recordRows(town.db)
  const { json: zone } = await post('/api/records/locations/', { name: 'Twin' })
  const { key } = zone as DeskRecord
  const { status, json } = await post(`${url(2)}merge/`, { into: key })
  expect([status, json]).toMatchObject([
    200,
    { record: { fields: { predecessors: [1] } }, conflicts: [{ field: 'name' }] },
  ])
  expect((await readZone(12)).fields['predecessors']).toEqual([key])
  expect((await undo((json as { merge: number }).merge)).status).toBe(200)
  const now = await recordRows(town.db)
  expect(now['location_predecessor' as keyof typeof now]).toEqual(before['location_predecessor' as keyof typeof before])
})

test('a place that others came out of is removed after all, and brought back they name it again', async () => {
  await edit(2, { predecessors: [12, 1] })
  const before = await recordRows(town.db)
  const { count } = (await town.send(`${url(1)}uses/`, { as: 'staff' })).json as { count: number }
  const headers = await withVersion(town, url(1), { 'if-match': VERSION })
  expect(await town.send(`${url(1)}?uses=${count}`, { method: 'DELETE', as: 'staff', headers })).toMatchObject({ status: 204 }) // prettier-ignore
  expect((await readZone(2)).fields['predecessors']).toEqual([12])
  const { results } = (await town.send('/api/operations/?type=removal', { as: 'staff' })).json as { results: { id: number }[] } // prettier-ignore
  expect((await undo(results[0]!.id)).status).toBe(200)
  expect(await recordRows(town.db)).toEqual(before)
})
