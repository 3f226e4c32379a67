import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { society } from '#society'
import { API } from '#contract/messages.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { originalKey } from '#server/storage/keys.ts'
import { pictureVersion } from '#server/storage/picture-keys.ts'
import type { TestAccount } from '../../fixtures.ts'
import { fields, image, openUploadTown, picture, traces, upload, uploadScan } from './forms.ts'
import { useArchive } from '../../use-archive.ts'

const town = useArchive(openUploadTown)

const scanOf = (id: number) => town.db.selectFrom('scan').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a scan is stored bit for bit with row, task and audit entry, in any order of fields', async () => {
  const bytes = await picture('#123456').jpeg().withDensity(300).toBuffer()
  const values = fields({ item: 1, watermark: 'Mine', order: 7, color: 'white', position: 'top left' })
  const { status, json } = await upload(
    town,
    [values[0]!, image(bytes, 'C:\\Scans\\Moulin d’été.JPG'), ...values.slice(1)],
    {
      as: 'volunteer',
    },
  )
  expect(status).toBe(201)
  const { id } = json as { id: number }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const version = pictureVersion(sha256, { text: 'Mine', color: 'white', position: 'top left', size: 12, opacity: 60 })
  expect(await scanOf(id)).toMatchObject({
    ...{ item_id: 1, sha256, scan_order: 7, watermark: 'Mine', color: 'white', position: 'top left', version },
  })
  expect(Buffer.from((await town.media.read(originalKey(sha256, 'jpeg')))!)).toEqual(bytes)
  const original = await town.db
    .selectFrom('original')
    .selectAll()
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  expect(original).toMatchObject({
    file_name: 'Moulin d’été.JPG',
    format: 'jpeg',
    bytes: bytes.length,
    width: 40,
    height: 20,
  })
  expect(JSON.parse(original.details)).toMatchObject({ space: 'srgb', channels: 3, depth: 'uchar', density: 300 })
  expect(await town.db.selectFrom('picture_task').select('version').execute()).toContainEqual({ version })
  const step = await town.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(step).toMatchObject({ account_id: 1, action: 'submitted', kind: 'scans', record_key: String(id) })
  expect((await traces(town)).files).toEqual([`/media/${originalKey(sha256, 'jpeg')}`])
})

test('missing fields get the society’s defaults, an empty watermark means none, the order continues', async () => {
  const first = (await uploadScan(town, { item: 4 })).json as { id: number }
  const { text: watermark, color, position } = society.watermark
  const style = { mark_size: 12, mark_opacity: 60 }
  expect(await scanOf(first.id)).toMatchObject({ watermark, color, position, ...style, scan_order: 1 })
  const second = (await uploadScan(town, { item: 4, watermark: '', order: '', color: '' })).json as { id: number }
  expect(await scanOf(second.id)).toMatchObject({ watermark: '', color, position, scan_order: 2 })
})

test.each([
  ['volunteer', 1, 201, undefined],
  ['volunteer', 4, 201, undefined],
  ['volunteer', 2, 400, { item: [API.noSuchRecord(2)] }],
  ['volunteer', 99, 400, { item: [API.noSuchRecord(99)] }],
  ['volunteer', 3, 403, { detail: API.forbidden }],
  ['volunteer', 5, 403, { detail: API.forbidden }],
  ['otherVolunteer', 3, 403, { detail: API.forbidden }],
  ['society', 1, 400, { item: [API.noSuchRecord(1)] }],
  ['staff', 1, 201, undefined],
  ['staff', 3, 201, undefined],
  ['administrator', 5, 201, undefined],
  [undefined, 1, 401, { detail: API.unauthenticated }],
] as [TestAccount | undefined, number, number, object | undefined][])(
  'as %s to item %i: %i, whether the item comes before the file or after it',
  async (as, item, expected, body) => {
    const file = image(await picture('#654321').png().toBuffer())
    for (const parts of [
      [...fields({ item }), file],
      [file, ...fields({ item })],
    ]) {
      const before = await traces(town)
      const { status, json } = await upload(town, parts, as && { as })
      expect(status).toBe(expected)
      if (body) expect(json).toEqual(body)
      if (status !== 201) expect(await traces(town)).toEqual(before)
    }
  },
)

test('a scan added by staff to a published item requests a rebuild', async () => {
  await town.db.deleteFrom('build').execute()
  await uploadScan(town, { item: 1 }, 'staff')
  expect(await town.db.selectFrom('build').selectAll().execute()).toEqual([])
  const since = '2020-01-01T00:00:00Z'
  await town.db.updateTable('item').set({ updated_at: since }).execute()
  await uploadScan(town, { item: 3 }, 'staff')
  const changed = await town.db.selectFrom('item').select('id').where('updated_at', '>', since).execute()
  expect(changed).toEqual([{ id: 3 }])
  expect(await town.db.selectFrom('build').select('reason').execute()).toEqual([
    { reason: 'Added a scan to “Published, own”' },
  ])
  const step = await town.db.selectFrom('audit').select('action').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(step.action).toBe('added')
})

test.each([
  ['no item', {}, ['item']],
  ['an item that is no number', { item: 'one' }, ['item']],
  ['wrong choices', { item: 1, color: 'red', position: 'middle', order: 0 }, ['color', 'position', 'order']],
  ['a huge order', { item: 1, order: '9999999999999999' }, ['order']],
  ['a NUL', { item: 1, watermark: 'a\0b' }, ['watermark']],
  ['a long watermark', { item: 1, watermark: 'x'.repeat(501) }, ['watermark']],
  ['a field far too long', { item: 1, watermark: 'x'.repeat(20_000) }, ['watermark']],
])('%s is refused by its name', async (_, values, names) => {
  const before = await traces(town)
  const { status, json } = await uploadScan(town, values as Record<string, string>)
  expect(status).toBe(400)
  expect(Object.keys(json).sort()).toEqual([...names].sort())
  expect(await traces(town)).toEqual(before)
})

test('exactly one file, in its field', async () => {
  const bytes = await picture().jpeg().toBuffer()
  const before = await traces(town)
  const wrong: [Parameters<typeof upload>[1], string][] = [
    [fields({ item: 1 }), PICTURE.none],
    [[], PICTURE.none],
    [[...fields({ item: 1, image: 'text' })], PICTURE.none],
    [[...fields({ item: 1 }), image(bytes), image(bytes)], PICTURE.oneFile],
    [[...fields({ item: 1 }), { ...image(bytes), name: 'picture' }], PICTURE.oneFile],
  ]
  for (const [parts, sentence] of wrong) {
    const { status, json } = await upload(town, parts, { as: 'volunteer' })
    expect({ status, json }).toEqual({ status: 400, json: { image: [sentence] } })
  }
  expect(await traces(town)).toEqual(before)
})

test('concurrent uploads of one picture store one original', async () => {
  const parts = [...fields({ item: 1 }), image(await picture('#0a0b0c').jpeg().toBuffer())]
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(town, parts, { as: 'volunteer' })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const ids = answers.map(({ json }) => (json as { id: number }).id)
  expect(new Set(ids).size).toBe(5)
  const shas = await town.db.selectFrom('scan').select('sha256').distinct().where('id', 'in', ids).execute()
  expect(shas).toHaveLength(1)
})

test('only staff can download the original, under its own name', async () => {
  const bytes = await picture('#445566').tiff().toBuffer()
  const { json } = await upload(town, [...fields({ item: 1 }), image(bytes, 'Été "1901"; x.tif')], { as: 'volunteer' })
  const url = `/api/scan/original/${(json as { id: number }).id}/`
  const answer = await town.send(url, { as: 'staff' })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual(bytes)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/tiff',
    'content-length': String(bytes.length),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  const disposition = String(answer.headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.%-]+$/)
  expect(decodeURIComponent(disposition.split("''")[1]!)).toContain('Été')
  expect((await town.send(url, { as: 'volunteer' })).status).toBe(403)
  expect((await town.send(url)).status).toBe(401)
  expect((await town.send('/api/scan/original/99999/', { as: 'staff' })).status).toBe(404)
})

test.each([
  ['volunteer', 1, 201, 'draft'],
  ['volunteer', 2, 201, 'draft'],
  ['staff', 3, 201, 'published'],
  ['volunteer', 3, 400, undefined],
  ['volunteer', 4, 400, undefined],
  ['staff', 4, 400, undefined],
  ['volunteer', 99, 400, undefined],
] as [TestAccount, number, number, string | undefined][])(
  'as %s a picture of person %i: %i',
  async (as, person, expected, visibility) => {
    const before = await traces(town)
    const parts = [
      image(
        await picture(`#0000${10 + (person % 80)}`)
          .jpeg()
          .toBuffer(),
      ),
      ...fields({ person }),
    ]
    const { status, json } = await upload(town, parts, { as, url: '/api/people/images/create/' })
    expect(status).toBe(expected)
    if (status !== 201) {
      expect(json).toEqual({ person: [API.noSuchRecord(person)] })
      expect(await traces(town)).toEqual(before)
      return
    }
    const row = await town.db.selectFrom('person_image').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(row).toMatchObject({ id: (json as { id: number }).id, person_id: person, visibility, state: 'waiting' })
  },
)
