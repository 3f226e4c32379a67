import { expect, test } from 'vitest'
import { bundleRows, locationsGeoJson } from '#demo/bundle-rows.ts'
import { SEED, foundTown } from '#demo/town.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { openReader } from '#server/database/open.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { createRepositories } from '#server/repositories/repositories.ts'
import type { View } from '#server/repositories/view.ts'
import { endpoints } from '#contract/endpoints.ts'
import * as v from 'valibot'
import { society } from '#society'
import { assignDemoAuthors } from '../../scripts/start/demo-authors.ts'
import { bundleOf, freshArchive } from '../server/bundle/fresh-archive.ts'

const town = foundTown()
const rows = bundleRows(town, SEED)
const KINDS = ['people', 'organizations', 'subjects', 'collections'] as const
const drafted = (kind: (typeof KINDS)[number]) => rows[kind]!.filter(({ visibility }) => visibility === 'draft')

async function demoTown(): Promise<ArchiveDatabase> {
  const lists = Object.entries(rows).map(([name, list]) => [`${name}.json`, list] as const)
  const folder = await bundleOf({ 'locations.geojson': locationsGeoJson(town), ...Object.fromEntries(lists) })
  const { db, media } = await freshArchive()
  const { issues } = await importBundle({ folder, db, media })
  expect(issues).toEqual([])
  return db
}
const account = (id: number, role: 'volunteer' | 'staff', organization_id: number | null) => ({
  id,
  role,
  organization_id,
  email: `${id}@example.org`,
  name: String(id),
  created_at: '2026-01-01T00:00:00Z',
})

test('they are nobody’s and hidden until the demo accounts are there, then their authors’', async () => {
  const db = await demoTown()
  expect(await assignDemoAuthors(db)).toBe(0)
  await db
    .insertInto('account')
    .values([
      account(1, 'staff', society.organizationId),
      account(2, 'volunteer', society.organizationId),
      account(3, 'volunteer', null),
    ])
    .execute()
  const now = new Date('2026-11-21T12:00:00Z')
  expect(await assignDemoAuthors(db, now)).toBe(30)
  expect(await assignDemoAuthors(db, now)).toBe(0)
  const reader = openReader(db.file)
  const { items, people, collections } = createRepositories(reader)
  const query = v.parse(endpoints.items.query, { visibility: 'draft', page_size: '100' })
  const own = (viewer: number): View => ({ reach: 'own', viewer })
  const draftsOf = async (view?: View) =>
    (JSON.parse((await items.list(query, 2026, view)).text) as { count: number }).count
  expect(await draftsOf()).toBe(0)
  expect(await draftsOf({ reach: 'all', viewer: 1 })).toBe(30)
  expect((await draftsOf(own(2))) + (await draftsOf(own(3)))).toBe(30)
  expect(await draftsOf(own(2))).toBeGreaterThan(5)
  const published = (await people.list({})).length
  const seen = (await people.list({}, own(2))).length + (await people.list({}, own(3))).length
  expect(published).toBe(town.people.length)
  expect(seen).toBe(2 * town.people.length + drafted('people').length)
  // Only members may add collections.
  expect(await collections.list({ visibility: 'draft' }, own(3))).toEqual([])
  expect(await collections.list({ visibility: 'draft' }, own(2))).toHaveLength(drafted('collections').length)
  const named = v.parse(endpoints.items.query, { visibility: 'draft', search: 'marchment' })
  const found = async (view: View) =>
    (JSON.parse((await items.list(named, 2026, view)).text) as { count: number }).count
  expect((await found(own(2))) + (await found(own(3)))).toBe(1)
  const standing = await db
    .selectFrom('item')
    .select(['state', 'submitted_at'])
    .where('visibility', '=', 'draft')
    .execute()
  expect(standing.filter(({ state }) => state === 'returned')).toHaveLength(1)
  for (const { submitted_at } of standing) expect(submitted_at! < now.toISOString()).toBe(true)
  await reader.destroy()
})
