import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IMPORT, RECORDING_UPLOAD } from '#contract/limits.ts'
import { IMPORT_REFUSED } from '#contract/imports.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { cleanPath } from '#server/tables/zip.ts'
import { useArchive } from '../use-archive.ts'
import { deskOf } from './desk.ts'

const town = useArchive()
const { part: PART } = RECORDING_UPLOAD
const desk = deskOf(town)
const folderOf = (id: number) => join(town.folder, 'imports', 'browser', String(id))

test('a file in parts goes on after a cut, and is bit for bit what was sent', async () => {
  const id = await desk.create()
  const content = Buffer.alloc(PART + 7, 'Title\n')
  const file = { path: 'a/Käse.csv', bytes: content.length, modified: 1_700_000_000_000 }
  await desk.change(id, { files: [file, { path: 'empty.csv', bytes: 0, modified: 5 }] })
  const missing = { detail: IMPORT_REFUSED.unfinished(file.path) }
  expect((await desk.call(`${id}/check/`, 'POST')).json).toEqual(missing)
  expect((await desk.part(id, file.path, content, PART)).json).toEqual({ received: 0 })
  const damaged = await desk.part(id, file.path, content, 0, { sha256: 'a'.repeat(64) })
  expect([damaged.status, damaged.json]).toEqual([400, { image: [RECORDING.damagedPart] }])
  expect((await desk.part(id, file.path, content)).json).toEqual({ received: PART })
  const { files } = await desk.read(id)
  expect(files).toMatchObject([
    { ...file, received: PART },
    { path: 'empty.csv', bytes: 0, received: 0 },
  ])
  expect((await desk.part(id, file.path, content, PART)).json).toEqual({ received: content.length })
  // Sent again, since the answer was lost.
  expect((await desk.part(id, file.path, content, PART)).json).toEqual({ received: content.length })
  expect((await desk.read(id)).files[0]).toEqual({ ...file, received: content.length })
  // Another one of that path takes its place.
  await desk.send(id, { [file.path]: 'Title\nA mill\n' })
  expect((await desk.read(id)).files[0]).toMatchObject({ path: file.path, bytes: 13, received: 13 })
  expect((await desk.call(`${id}/files/?path=${encodeURIComponent(file.path)}`, 'DELETE')).status).toBe(204)
  expect((await desk.call(`${id}/files/?path=none.csv`, 'DELETE')).status).toBe(404)
  expect((await desk.read(id)).files).toHaveLength(1)
})

test.each([
  '../out.csv',
  '/etc/passwd',
  'a//b.csv',
  'C:/x.csv',
  'a/con.csv',
  'a\u0000b',
  `${'x'.repeat(201)}.csv`,
  'a/'.repeat(21),
])('the path %j is refused', async (path) => {
  const id = await desk.create()
  const sent = await desk.part(id, path, Buffer.from('Title\n'))
  expect(sent.status).toBe(400)
  expect(Object.keys(sent.json)).toEqual(['path'])
  expect((await desk.change(id, { files: [{ path, bytes: 1, modified: 1 }] })).status).toBe(400)
  expect(await readdir(folderOf(id))).toEqual([])
})

test('whatever a path is, it stays in its folder', () => {
  const part = fc.oneof(fc.constantFrom('..', '.', '', 'con', 'a', '\\..', 'c:'), fc.string())
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('/')),
      (path) => {
        const clean = cleanPath(path)
        expect(clean === undefined || join('/in', clean).startsWith('/in/')).toBe(true)
        expect(clean === undefined || clean === join('/', clean).slice(1)).toBe(true)
      },
    ),
  )
})

test('too much, and a file in the way of a folder, are refused with a sentence', async () => {
  const id = await desk.create()
  const large = { path: 'film.mp4', bytes: IMPORT.bytes + 1, modified: 1 }
  expect((await desk.change(id, { files: [large] })).json).toEqual({ path: [IMPORT_REFUSED.tooLarge] })
  await desk.send(id, { a: 'Title\n' })
  const inside = await desk.part(id, 'a/b.csv', Buffer.from('Title\n'))
  expect(inside.json).toEqual({ path: [IMPORT_REFUSED.inTheWay] })
  expect((await desk.read(id)).files).toMatchObject([{ path: 'a' }])
})

test('what is not valid, and what comes at the wrong time, changes nothing', async () => {
  expect((await desk.call('', 'POST', { source: ' ' })).json).toEqual({ source: ['Name where it comes from.'] })
  expect((await desk.call('999/')).status).toBe(404)
  const id = await desk.create()
  const before = await desk.read(id)
  expect((await desk.call(`${id}/check/`, 'POST')).json).toEqual({ detail: IMPORT_REFUSED.empty })
  expect((await desk.call(`${id}/cancel/`, 'POST')).json).toEqual({ detail: IMPORT_REFUSED.idle })
  const mapping = { tables: [{ table: 'list.csv', list: 'items', columns: { Title: 'bird' } }] }
  expect((await desk.call(`${id}/`, 'PATCH', { mapping })).json).toEqual({
    mapping: [expect.stringContaining('“bird”')],
  })
  expect((await desk.call(`${id}/`, 'PATCH', { status: 'hidden' })).status).toBe(400)
  expect((await desk.call(`${id}/spreadsheet/?what=cells`)).status).toBe(404)
  expect(await desk.read(id)).toEqual(before)
})

test('staff only', async () => {
  for (const [as, status] of [
    ['society', 403],
    ['volunteer', 403],
  ] as const) {
    expect((await town.send('/api/imports/', { as })).status).toBe(status)
  }
  expect((await town.send('/api/imports/')).status).toBe(401)
})
