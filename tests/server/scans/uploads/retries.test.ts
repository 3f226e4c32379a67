import { expect, test } from 'vitest'
import { originalKey } from '#server/storage/keys.ts'
import { fields, image, openUploadTown, picture, traces, upload } from './forms.ts'
import { useArchive } from '../../use-archive.ts'

const town = useArchive(openUploadTown)

test('a retry makes no second scan; reusing the key for another picture is refused', async () => {
  const headers = { 'idempotency-key': 'retry-1' }
  const parts = [...fields({ item: 1 }), image(await picture('#010203').jpeg().toBuffer())]
  const first = await upload(town, parts, { as: 'volunteer', headers })
  const before = await traces(town)
  const again = await upload(town, parts, { as: 'volunteer', headers })
  expect([first.status, again.status, again.json]).toEqual([201, 201, first.json])
  const other = [...fields({ item: 1 }), image(await picture('#030201').jpeg().toBuffer())]
  expect((await upload(town, other, { as: 'volunteer', headers })).status).toBe(422)
  expect(await traces(town)).toEqual(before)
})

test.each(['before', 'after'])(
  'a retry of a scan whose item was published, with its fields %s the file, gets the first answer',
  async (place) => {
    const headers = { 'idempotency-key': `published-${place}` }
    const file = image(
      await picture(place === 'before' ? '#111213' : '#131211')
        .jpeg()
        .toBuffer(),
    )
    const parts = place === 'before' ? [...fields({ item: 1 }), file] : [file, ...fields({ item: 1 })]
    const first = await upload(town, parts, { as: 'volunteer', headers })
    expect(first.status).toBe(201)
    const published = (visibility: 'draft' | 'published') =>
      town.db.updateTable('item').set({ visibility }).where('id', '=', 1).execute()
    await published('published')
    const before = await traces(town)
    const again = await upload(town, parts, { as: 'volunteer', headers })
    expect([again.status, again.json]).toEqual([201, first.json])
    const other = [...fields({ item: 1 }), image(await picture('#0f0e0d').jpeg().toBuffer())]
    expect((await upload(town, other, { as: 'volunteer', headers })).status).toBe(422)
    // Without the key, with another one, and from somebody else it is refused as ever.
    expect((await upload(town, parts, { as: 'volunteer' })).status).toBe(403)
    expect((await upload(town, parts, { as: 'volunteer', headers: { 'idempotency-key': 'x' } })).status).toBe(403)
    expect((await upload(town, parts, { as: 'otherVolunteer', headers })).status).toBe(403)
    expect(await traces(town)).toEqual(before)
    // Nor does it come back when it was removed meanwhile.
    const { id } = first.json as { id: number }
    const { sha256 } = await town.db.selectFrom('scan').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
    await town.db.deleteFrom('scan').where('id', '=', id).execute()
    await town.db.deleteFrom('original').where('sha256', '=', sha256).execute()
    await town.media.moveToTrash(originalKey(sha256, 'jpeg'), { why: 'A test.' })
    const without = await traces(town)
    expect((await upload(town, parts, { as: 'volunteer', headers })).json).toEqual(first.json)
    expect(await traces(town)).toEqual(without)
    await published('draft')
  },
)
