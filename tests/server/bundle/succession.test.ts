import fc from 'fast-check'
import { expect, test } from 'vitest'
import { successionProblems } from '#rules/years/succession.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import type { ImportOptions } from '#server/bundle/import-options.ts'
import { readPlacesInTime } from '#server/repositories/locations.ts'
import { runs } from '../../setup/length.ts'
import { bundleOf, freshArchive } from './fresh-archive.ts'

type Place = { pk: number; predecessors?: number[]; date_start?: string; date_end?: string; lot?: number }
const bundle = (places: readonly Place[]) =>
  bundleOf({
    'locations.geojson': {
      type: 'FeatureCollection',
      features: places.map((place) => ({
        ...{ type: 'Feature', geometry: null },
        properties: { name: `Place ${place.pk}`, ...place },
      })),
    },
  })
type Archive = Awaited<ReturnType<typeof freshArchive>>
async function take(archive: Archive, places: readonly Place[], more: Partial<ImportOptions> = {}) {
  const report = await importBundle({ folder: await bundle(places), source: 'town', ...archive, ...more })
  return report.issues.map(({ row, field, reason }) => `${row} ${field}: ${reason}`)
}
const linksIn = async ({ db }: Archive) =>
  (await db.selectFrom('location_predecessor').selectAll().orderBy('location_id').execute()).map(
    ({ location_id, predecessor_id }) => `${location_id} out of ${predecessor_id}`,
  )

test('what was at a place before is imported, exported and found again', async () => {
  const archive = await freshArchive()
  expect(await take(archive, [
    { pk: 1, predecessors: [2, 3], date_start: '1881' }, { pk: 2, date_end: '1881' }, { pk: 3, predecessors: [4] }, { pk: 4 },
  ])).toEqual([]) // prettier-ignore
  expect(await linksIn(archive)).toEqual(['1 out of 2', '1 out of 3', '3 out of 4'])
  // What a later version of the bundle does not say stays.
  expect(await take(archive, [{ pk: 1 }])).toEqual([])
  expect(await linksIn(archive)).toHaveLength(3)
})

test('circles, a place that names itself, and one that was there before what it came out of are refused by field', async () => {
  const archive = await freshArchive()
  const places = [
    { pk: 1, predecessors: [1] },
    { pk: 2, predecessors: [3] },
    { pk: 3, predecessors: [4] },
    { pk: 4, predecessors: [2, 5] },
    { pk: 5, date_start: '1881' },
    { pk: 6, predecessors: [5, 7], date_start: '1850' },
    { pk: 7, predecessors: [99] },
    { pk: 8, date_start: '1881', date_end: '1850' },
  ]
  expect((await take(archive, places)).toSorted()).toEqual([
    '1 predecessors: The location 1 names itself.',
    '2 predecessors: The earlier places lead back to itself: 2 → 3 → 4 → 2.',
    '6 predecessors: It began in 1850, before the earlier place 5 began (1881).',
    '7 predecessors: There is no location 99, neither in the bundle nor in the archive.',
    '8 date_end: End of date range must be later than the start date. (18810000 to 18500000)',
  ])
  expect(await linksIn(archive)).toEqual([])
  // Only the links are left out.
  await take(archive, places, { skipBad: true })
  expect(await linksIn(archive)).toEqual(['3 out of 4', '4 out of 2', '4 out of 5', '6 out of 7'])
  expect((await examineArchive(archive)).findings).toEqual([])
})

test('those of the archive count, and what is in it already is a finding of the doctor', async () => {
  const archive = await freshArchive()
  await take(archive, [{ pk: 1 }, { pk: 2, predecessors: [1] }, { pk: 3, date_start: '1900', predecessors: [2] }])
  expect(await take(archive, [{ pk: 1, predecessors: [3] }])).toEqual([
    '1 predecessors: The earlier places lead back to itself: 1 → 3 → 2 → 1.',
  ])
  expect(await take(archive, [{ pk: 2, date_start: '1950' }, { pk: 4, predecessors: [2], date_start: '1940' }])).toEqual([
    '1 date_start: Place 3 came out of place 2. It began in 1900, before the earlier place 2 began (1950).',
    '2 predecessors: It began in 1940, before the earlier place 2 began (1950).',
  ]) // prettier-ignore
  // Of links that are there, a date is left out.
  expect(await take(archive, [{ pk: 2, date_start: '1950' }])).toEqual([
    '1 date_start: Place 3 came out of place 2. It began in 1900, before the earlier place 2 began (1950).',
  ])
  await archive.db
    .insertInto('location_predecessor')
    .values({ location_id: 1, predecessor_id: 3, position: 0 })
    .execute()
  expect((await examineArchive(archive)).findings).toEqual([
    expect.objectContaining({ what: expect.stringContaining('The earlier places lead back to itself') }),
  ])
})

test('whatever a bundle says, with its bad links left out the archive is sound', async () => {
  const year = fc.option(fc.integer({ min: 1850, max: 1860 }).map(String), { nil: '' })
  const rows = fc.array(fc.record({ predecessors: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }), date_start: year }), { minLength: 4, maxLength: 8 }) // prettier-ignore
  const archive = await freshArchive()
  await fc.assert(
    fc.asyncProperty(rows, async (places) => {
      await take(archive, places.map((place, at) => ({ ...place, pk: at + 1 })), { skipBad: true }) // prettier-ignore
      expect(successionProblems([...(await readPlacesInTime(archive.db)).values()])).toEqual([])
    }),
    { numRuns: runs(200) },
  )
})
