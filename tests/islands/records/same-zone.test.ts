import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient } from '#client/read-client.ts'
import { loadZone } from '#islands/records/load-zone.ts'
import { readItems } from '#islands/behaviours/read-items.ts'
import { openArchive } from '#snapshot/archive.ts'
import { outlinesOf, zoneOverview } from '#snapshot/pages/zone-page.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive, type TestRecords } from '../../server/fixtures.ts'

const ZONES = [1, 2, 3]
const PEOPLE = [1, 2, 3, 4]
const year = fc.option(fc.integer({ min: 1800, max: 1990 }).map((value) => value * 10_000))
const some = <T>(each: fc.Arbitrary<T>, most = 6) => fc.array(each, { minLength: most / 2, maxLength: most })
const numbered = <Row extends object>(rows: readonly Row[]) => rows.map((row, at) => ({ id: at + 1, ...row }))
const zone = fc.constantFrom(...ZONES)

const square = (west: number) => {
  const [east, south, north] = [west + 0.0003, 43.6, 43.6004]
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]] // prettier-ignore
  return JSON.stringify({ type: 'Polygon', coordinates: [ring] })
}

/** A small archive with whatever may lie at a zone, in any order and with any dates. */
const records = fc
  .record({
    names: fc.tuple(...ZONES.map(() => fc.record({ name: fc.string(), address: fc.string() }))),
    outlined: fc.tuple(...ZONES.map(() => fc.boolean())),
    lots: fc.uniqueArray(fc.stringMatching(/^[1-9][0-9]?[A-C]?$/), { maxLength: 6 }),
    items: some(fc.record({ start: year, end: year, zone, draft: fc.boolean() }), 40),
    owners: some(fc.record({ lot: fc.nat(5), person_id: fc.constantFrom(...PEOPLE), date: year, source: fc.string() })),
    premises: some(
      fc.record({
        location_id: zone,
        organization_id: fc.constantFrom(1, 2, 3),
        date_start: year,
        date_end: year,
      }),
    ),
    plaques: some(fc.record({ location_id: zone, name: fc.string(), text: fc.string() })),
    texts: some(fc.record({ location_id: zone, description: fc.string() })),
    houses: some(
      fc.record({ location_id: zone, architectural_style: fc.string(), architectural_description: fc.string() }),
    ),
  })
  .map((town): TestRecords => ({
    location: ZONES.map((id, at) => ({
      id,
      ...town.names[at]!,
      geometry: town.outlined[at] ? square(-81.7 + at * 0.0004) : null,
    })),
    lot: town.lots.map((lot_num, at) => ({ lot_num, location_id: ZONES[at % 2]! })),
    person: PEOPLE.map((id) => ({ id, first_name: 'Ada', surname: `Calder ${id}` })),
    organization: [1, 2, 3].map((id) => ({ id, name: `Mill ${id}` })),
    ownership: numbered(
      town.lots.length === 0
        ? []
        : town.owners.map(({ lot, ...row }) => ({ ...row, lot_num: town.lots[lot % town.lots.length]! })),
    ),
    organization_location: numbered(town.premises),
    plaque: numbered(town.plaques),
    location_description: numbered(town.texts),
    heritage: numbered(town.houses),
    items: numbered(
      town.items.map(({ start, end, zone, draft }) => ({
        title: 'A view',
        date_start: start,
        date_end: start !== null && end !== null && end < start ? null : end,
        location_id: zone,
        visibility: draft ? ('draft' as const) : ('published' as const),
      })),
    ),
  }))

test('the overview of a zone is the same from a snapshot and through the API, and so is every page of its items', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (town) => {
      const archive = await openTestArchive(town)
      const folder = mkdtempSync(join(tmpdir(), 'lotline-same-'))
      try {
        const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
        await pullSnapshot({ api, folder, source: 'a test', apiBase: api })
        const snapshot = openArchive(folder)
        const client = createClient({ base: api })
        for (const pk of ZONES) {
          const built = zoneOverview(snapshot, pk)!
          const live = await loadZone(client, pk, { around: outlinesOf(snapshot).list })
          expect(live).toEqual({
            ...built,
            items: {
              ...{ ...built.items, items: built.items.items.slice(0, 5), strip: undefined },
              // The first page has all of them: it needs no years besides.
              pictured: built.items.count > 5 ? built.items.pictured : undefined,
            },
          })
          for (let page = 2; (page - 1) * 5 < built.items.count; page++)
            expect(await readItems(client, `location=${pk}`, page)).toEqual({
              count: built.items.count,
              items: built.items.items.slice((page - 1) * 5, page * 5),
            })
        }
      } finally {
        await archive.close()
        rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
      }
    }),
    { numRuns: 3, endOnFailure: true },
  )
}, 60_000)
