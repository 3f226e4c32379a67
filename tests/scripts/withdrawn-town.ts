import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createSite } from '#server/site/site.ts'
import { pictureVersion } from '#server/storage/picture-keys.ts'
import { seedSite } from '../release/seed-site.ts'
import { openTestArchive, type TestRecords } from '../server/fixtures.ts'
import { SMALL_TOWN } from '../server/small-town.ts'

/** What is withdrawn has this id, whatever it is, and no record that stays. */
export const WITHDRAWN = 7707
/** Of item 1, which stays: removed, and another comes in its place. */
export const REPLACED_SCAN = 7708

const PICTURES = { withdrawn: 'b'.repeat(64), replaced: 'c'.repeat(64), portrait: 'd'.repeat(64) }
export const VERSIONS = Object.fromEntries(
  Object.entries(PICTURES).map(([name, sha256]) => [name, pictureVersion(sha256, undefined)]),
) as Record<keyof typeof PICTURES, string>

/** Beginnings of words that stand in the withdrawn records alone, as an index may keep them; and of addresses and files that are theirs. */
export const MARKS = [
  ...['zephyrqu', 'quandrif', 'vexhollo', 'bramblewic', 'oxthorp', 'kestrelmo', 'wd-7707'],
  ...[`/${WITHDRAWN}/`, `_${WITHDRAWN}.`, ...Object.values(VERSIONS)],
]

const of = (
  table: 'person' | 'subject' | 'organization' | 'collection' | 'original' | 'person_image' | 'items' | 'scan',
) => (SMALL_TOWN[table] ?? []) as never[]

/** The small town, and one of everything that will be withdrawn; the item names the others, and item 1 (which stays) does too. */
export const TOWN_BEFORE: TestRecords = {
  ...SMALL_TOWN,
  original: [
    ...of('original'),
    ...Object.values(PICTURES).map((sha256) => ({ sha256, format: 'jpeg', bytes: 10, width: 1200, height: 800 })),
  ],
  person: [...of('person'), { id: WITHDRAWN, first_name: 'Orla', surname: 'Vexhollow' }],
  person_image: [
    ...of('person_image'),
    { id: WITHDRAWN, person_id: WITHDRAWN, sha256: PICTURES.portrait, version: VERSIONS.portrait },
  ],
  subject: [...of('subject'), { id: WITHDRAWN, subject_name: 'Bramblewick lore' }],
  organization: [...of('organization'), { id: WITHDRAWN, name: 'Oxthorpe Guild', altname: '["Oxthorpers"]' }],
  collection: [...of('collection'), { id: WITHDRAWN, collection_name: 'Kestrelmoor papers', hierarchy: 'file' }],
  items: [
    ...SMALL_TOWN.items!.map((item) =>
      item.id === 1
        ? {
            ...item,
            people: [...item.people!, WITHDRAWN],
            subjects: [...item.subjects!, WITHDRAWN],
            organizations: [...item.organizations!, WITHDRAWN],
          }
        : item,
    ),
    {
      id: WITHDRAWN,
      title: 'Zephyrquill',
      general_description: 'A quandrifuge on the quay.',
      date_start: 18910000,
      location_id: 1,
      collection_id: WITHDRAWN,
      people: [1, WITHDRAWN],
      subjects: [1, WITHDRAWN],
      organizations: [2, WITHDRAWN],
      creator_id: 3,
      archival_identifier: 'WD-7707',
      published_at: '2026-01-03T00:00:00Z',
    },
  ],
  scan: [
    ...of('scan'),
    { id: WITHDRAWN, item_id: WITHDRAWN, sha256: PICTURES.withdrawn, scan_order: 1, version: VERSIONS.withdrawn },
    { id: REPLACED_SCAN, item_id: 1, sha256: PICTURES.replaced, scan_order: 0, version: VERSIONS.replaced },
  ],
}

/** The town with a site that its server has; `api` is its address. */
export async function openServedTown() {
  const town = await openTestArchive(TOWN_BEFORE)
  await seedSite(town.folder)
  const site = createSite(join(town.folder, 'site'))
  const served = await createApp(readConfig({ DATA_DIR: town.folder }), { db: town.db, media: town.media, site })
  return { town, served, api: await served.listen({ port: 0, host: '127.0.0.1' }) }
}
