import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#client/client.ts'
import { createClient } from '#client/read-client.ts'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import { PAGING } from '#contract/limits.ts'
import { bundleRows, locationsGeoJson } from '#demo/bundle-rows.ts'
import { SEED, foundTown } from '#demo/town.ts'
import { loadItem } from '#islands/records/load-item.ts'
import { loadOrganization } from '#islands/records/load-organization.ts'
import { loadPerson } from '#islands/records/load-person.ts'
import { loadZone } from '#islands/records/load-zone.ts'
import { withBuilt } from '#islands/records/watch-zone.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { openArchive, type Archive } from '#snapshot/archive.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { outlinesOf, zonePage } from '#snapshot/pages/zone-page.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import type { RecordItems } from '#views/item-lists.ts'
import { addRecords, openTestArchive, type TestArchive } from '../../server/fixtures.ts'
import { sampleOf } from '../../setup/length.ts'

/** The demo town with picture sizes instead of files: items have no, one or several scans, some people a portrait. */
async function openDemoTown(): Promise<TestArchive> {
  const town = foundTown()
  const archive = await openTestArchive({})
  const bundle = join(archive.folder, 'bundle')
  mkdirSync(bundle)
  writeFileSync(join(bundle, 'locations.geojson'), JSON.stringify(locationsGeoJson(town)))
  for (const [name, list] of Object.entries(bundleRows(town, SEED)))
    writeFileSync(join(bundle, `${name}.json`), JSON.stringify(list))
  const { issues } = await importBundle({ folder: bundle, db: archive.db, media: archive.media })
  expect(issues).toEqual([])
  const ids = async (table: 'item' | 'person') =>
    (await archive.db.selectFrom(table).select('id').execute()).map(({ id }) => Number(id))
  const sha256 = 'a'.repeat(64)
  await addRecords(archive.db, {
    original: [{ sha256, format: 'jpeg', bytes: 10, width: 1600, height: 1200 }],
    person_image: (await ids('person'))
      .filter((id) => id % 3 === 0)
      .map((person_id) => ({ id: person_id, person_id, sha256, version: 'v' })),
    scan: (await ids('item')).flatMap((item_id) =>
      Array.from({ length: item_id % 4 }, (_, at) => ({
        id: item_id * 4 + at,
        item_id,
        sha256,
        scan_order: at,
        version: 'v',
      })),
    ),
  })
  return archive
}

let archive: TestArchive
let client: Client
let snapshot: Archive
const folder = mkdtempSync(join(tmpdir(), 'lotline-same-'))
beforeAll(async () => {
  archive = await openDemoTown()
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await pullSnapshot({ api, folder, source: 'a test', apiBase: api, pictures: 'api' })
  snapshot = openArchive(folder)
  client = createClient({ base: api })
}, 120_000)
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The first page of items, as the API gives it; the snapshot has all. */
const firstPage = (of: RecordItems): RecordItems => ({ ...of, items: of.items.slice(0, PAGING.tabs) })
const site = 'https://archive.example'

/** Both render the same markup, without anything that only React needs: `renderToString` would add it. */
function expectSame(built: ReactElement, live: ReactElement): void {
  const html = renderToString(built)
  expect(renderToStaticMarkup(live)).toBe(html)
  expect(html).not.toMatch(/ style=|data-react|<script/)
}

/** One of 57 in a usual run: items with and without scans (id % 4), people with and without a portrait (id % 3). */
const SAMPLE = 57

describe('the same markup from the snapshot and through the API', () => {
  test('every item', async () => {
    expect(snapshot.lists.items.length).toBeGreaterThan(500)
    for (const { id } of sampleOf(snapshot.lists.items, SAMPLE)) {
      const item = await loadItem(client, id)
      // Only the build knows which decades have a page.
      const built = { ...itemPage(snapshot, id)!, decade: undefined }
      expectSame(createElement(ItemRecord, { item: built, site }), createElement(ItemRecord, { item, site }))
    }
  }, 120_000)

  test('every person', async () => {
    expect(snapshot.lists.people.length).toBeGreaterThan(300)
    for (const { id } of sampleOf(snapshot.lists.people, SAMPLE)) {
      const [person, built] = [await loadPerson(client, id), personPage(snapshot, id)!]
      // The API cannot find items by creator: such a page reads them from its own markup.
      const items = built.items.query === '' ? person.items : firstPage(built.items)
      expectSame(
        createElement(PersonRecord, { person: { ...built, items }, api: '' }),
        createElement(PersonRecord, { person, api: '' }),
      )
    }
  }, 120_000)

  test('every organization', async () => {
    expect(snapshot.lists.organizations.length).toBeGreaterThan(50)
    for (const { id } of sampleOf(snapshot.lists.organizations, SAMPLE)) {
      const [organization, built] = [await loadOrganization(client, id), organizationPage(snapshot, id)!]
      const page = { ...built, items: firstPage(built.items) }
      expectSame(
        createElement(OrganizationRecord, { organization: page, api: '' }),
        createElement(OrganizationRecord, { organization, api: '' }),
      )
    }
  }, 120_000)

  test('every zone', async () => {
    expect(snapshot.lists.locations.length).toBeGreaterThan(200)
    const around = outlinesOf(snapshot).list
    for (const { properties } of sampleOf(snapshot.lists.locations, SAMPLE)) {
      const [zone, whole] = [await loadZone(client, properties.pk, { around }), zonePage(snapshot, properties.pk)!.zone]
      // The names of streets follow from all outlines of the town: only the build draws them.
      const built = { ...whole, map: whole.map && { ...whole.map, streets: [] } }
      const page = createElement(ZoneRecord, { zone: { ...built, items: firstPage(built.items) }, api: '' })
      expectSame(page, createElement(ZoneRecord, { zone: withBuilt(zone, built), api: '' }))
      expectSame(page, createElement(ZoneRecord, { zone, api: '' }))
    }
  }, 120_000)
})
