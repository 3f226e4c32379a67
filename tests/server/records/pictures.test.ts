import { beforeAll, beforeEach, expect, test } from 'vitest'
import { originalKey } from '#server/storage/keys.ts'
import { addRecords } from '../fixtures.ts'
import { deskOf } from './desk.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
const LONG_AGO = '2020-01-01T00:00:00Z'
beforeAll(async () => {
  const own = { sha256: 'a'.repeat(64), visibility: 'draft' as const, author_id: 1 }
  await addRecords(town.db, { person_image: [{ id: 31, person_id: 2, version: 'draft31', ...own }] })
})
beforeEach(async () => {
  await town.db.deleteFrom('build').execute()
  await town.db.updateTable('item').set({ updated_at: LONG_AGO }).execute()
})
const { read, status, change, drop, audit } = deskOf(() => town)
const changedItems = async () =>
  (await town.db.selectFrom('item').select('id').where('updated_at', '>', LONG_AGO).execute()).map(({ id }) => id)

test('a new watermark makes a new picture and updates the item', async () => {
  const scan = () => town.db.selectFrom('scan').select(['version', 'sha256']).where('id', '=', 1).executeTakeFirst()
  const before = await scan()
  expect((await change('scans', 1, { watermark: 'Town' })).status).toBe(200)
  const after = (await scan())!
  expect(after.sha256).toBe(before!.sha256)
  expect(after.version).not.toBe(before!.version)
  expect(await town.db.selectFrom('picture_task').select('version').execute()).toEqual([{ version: after.version }])
  expect(await changedItems()).toEqual([1])
})

test('removing a scan keeps its original and audits its item', async () => {
  expect((await drop('scans', 1)).status).toBe(204)
  expect(await town.db.selectFrom('original').selectAll().execute()).toHaveLength(2)
  const item = await read('items', 1)
  expect(item.scans.map(({ key }) => key)).toEqual([2])
  expect(item.history.filter(({ kind }) => kind === 'scans')).toMatchObject([
    { kind: 'scans', action: 'removed' },
    { kind: 'scans', action: 'edited' },
  ])
  expect(await changedItems()).toEqual([1])
})

test('removing a person’s picture keeps its file and audits both', async () => {
  const { json } = await town.get('/api/person/1/')
  expect(json).toMatchObject({ image: { version: 'portrait1' } })
  const { key } = await town.db.selectFrom('person_image').select('id as key').where('version', '=', 'portrait1').executeTakeFirstOrThrow() // prettier-ignore
  expect((await drop('person_images', key, 'volunteer')).status).toBe(403)
  expect((await drop('person_images', key)).status).toBe(204)
  expect((await town.get('/api/person/1/')).json).toMatchObject({ image: null })
  expect((await town.get('/api/people/images/1/')).status).toBe(410)
  expect(await status('person_images', key)).toBe(404)
  const [step] = await audit('?kind=person_images')
  expect(step).toMatchObject({ action: 'removed', key, actor: { name: 'staff' } })
  expect(Object.fromEntries(step!.fields.map(({ field, before }) => [field, before]))).toEqual({
    person: 1,
    staff_notes: '',
    file: expect.stringContaining('a'.repeat(64)),
    file_name: expect.any(String),
  })
  const [original] = await town.db.selectFrom('original').select('sha256').where('format', '=', 'jpeg').execute()
  expect(await town.media.size(originalKey(original!.sha256, 'jpeg'))).toBeGreaterThan(0)
  expect(await town.db.selectFrom('build').select('reason').execute()).toEqual([
    { reason: expect.stringMatching(/^Removed “Picture of /) },
  ])
})

test('an author can remove a waiting picture without a rebuild', async () => {
  expect((await drop('person_images', 31, 'otherVolunteer')).status).toBe(404)
  expect((await drop('person_images', 31, 'volunteer')).status).toBe(204)
  expect(await status('person_images', 31)).toBe(404)
  expect(await town.db.selectFrom('build').select('reason').execute()).toEqual([])
})
