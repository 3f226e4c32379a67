import { mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { addRecords } from '../fixtures.ts'
import { freshArchive } from '../bundle/fresh-archive.ts'
import { ask } from '../oai/harvester.ts'
import { mergingIn } from './twin-town.ts'
import { useFreshArchive } from '../use-archive.ts'
import { deskOf } from './desk.ts'

const town = useFreshArchive()
const desk = deskOf(() => town)
const { merge, undo } = mergingIn(() => town)
const STUDIO = 50

const item = async (): Promise<Item> => (await town.get('/api/item/2/')).json
const found = async (query: string): Promise<number[]> =>
  ((await town.get(`/api/items/?${query}`)).json as { results: Item[] }).results.map(({ id }) => id)

beforeEach(async () => {
  await addRecords(town.db, { organization: [{ id: STUDIO, name: 'Quillfeather Studio' }] })
  expect((await desk.change('items', 2, { creator_organization: STUDIO })).status).toBe(200)
})

test('an organization made an item: it is shown with it, and finds it by its name and its id', async () => {
  expect(await item()).toMatchObject({
    creator: null,
    creator_organization: { id: STUDIO, name: 'Quillfeather Studio' },
  })
  expect(await found('search=quillfeather')).toEqual([2])
  expect(await found(`organizations=${STUDIO}`)).toEqual([2])
  expect((await desk.change('organizations', STUDIO, { name: 'Rooke Studio' })).status).toBe(200)
  expect([await found('search=quillfeather'), await found('search=rooke')]).toEqual([[], [2]])
  const get = { verb: 'GetRecord', identifier: 'oai:localhost:items/2', metadataPrefix: 'oai_dc' }
  expect((await ask(town, get)).xml).toContain('<dc:creator>Rooke Studio</dc:creator>')
})

test('one that is still a draft is not told of, and is published with the item', async () => {
  const draft = { id: 60, name: 'Secret Studio', visibility: 'draft', state: 'waiting', author_id: 1 } as const
  await addRecords(town.db, { organization: [draft] })
  expect((await desk.change('items', 2, { creator_organization: 60 })).status).toBe(200)
  expect((await item()).creator_organization).toBeNull()
  expect([await found('search=secret'), await found('organizations=60')]).toEqual([[], []])
  expect((await desk.change('items', 901, { creator_organization: 60 })).status).toBe(200)
  expect((await desk.read('items', 901)).brings).toContainEqual(
    expect.objectContaining({ kind: 'organizations', key: 60 }),
  )
})

test('what becomes of the organization becomes of its items', async () => {
  await merge('organizations', STUDIO, 2)
  expect((await item()).creator_organization).toMatchObject({ id: 2, name: 'Mill Company' })
  expect(await found('organizations=2')).toContain(2)
  expect((await desk.read('organizations', 2)).fields).toMatchObject({ name: 'Mill Company' })
  await undo((await town.db.selectFrom('operation').select('id').executeTakeFirstOrThrow()).id)
  expect((await item()).creator_organization).toMatchObject({ id: STUDIO })
  const uses = await town.send(`/api/records/organizations/${STUDIO}/uses/`, { as: 'staff' })
  expect(uses.json).toMatchObject({ count: 1 })
  const unknown = await desk.change('items', 2, { creator_organization: 4711 })
  expect([unknown.status, Object.keys(unknown.json as object)]).toEqual([400, ['creator_organization']])
})

test('an export has it, and it comes back', async () => {
  const folder = await mkdtemp(path.join(town.folder, 'export-'))
  await exportBundle({ folder, db: town.db, media: town.media })
  const rows = JSON.parse(await readFile(path.join(folder, 'items.json'), 'utf8')) as Record<string, unknown>[]
  expect(rows.find(({ id }) => id === 2)).toMatchObject({ creator: null, creator_organization: STUDIO })
  const { db, media } = await freshArchive()
  const report = await importBundle({ folder, db, media })
  expect([report.issues, report.imported]).toEqual([[], true])
  expect(await db.selectFrom('item').select('creator_organization_id').where('id', '=', 2).execute()).toEqual([
    { creator_organization_id: STUDIO },
  ])
})
