import { expect, test, vi } from 'vitest'
import { STORAGE } from '#contract/messages.ts'
import { toErrorResponse } from '#server/http/error-response.ts'
import { fields, image, openUploadTown, picture, traces, upload } from '../scans/uploads/forms.ts'
import { useFreshArchive } from '../use-archive.ts'

const town = useFreshArchive(openUploadTown)

const failing = (code: string) =>
  Object.assign(new Error(`${code}: something, open '/srv/secret/media'`), { code, syscall: 'open' })
const send = async () => {
  const parts = [...fields({ item: 1 }), image(await picture().jpeg().toBuffer())]
  return await upload(town, parts, { as: 'volunteer' })
}

test.each([
  ['ENOSPC', 507, STORAGE.full],
  ['EDQUOT', 507, STORAGE.full],
  ['EROFS', 503, STORAGE.readOnly],
  ['EACCES', 503, STORAGE.noAccess],
  ['EIO', 503, STORAGE.noAccess],
])('an upload that fails with %s is %i, stores nothing and reveals no path', async (code, status, detail) => {
  const before = await traces(town)
  vi.spyOn(town.media, 'putFile').mockRejectedValue(failing(code))
  const refused = await send()
  expect([refused.status, refused.json]).toEqual([status, { detail }])
  expect(refused.headers['retry-after']).toBe(status === 503 ? '60' : undefined)
  expect(await traces(town)).toEqual(before)
  vi.restoreAllMocks()
  expect((await send()).status).toBe(201)
})

test('a full database: 507 for writes, nothing is stored, and the next one works', async () => {
  const before = await traces(town)
  const { page_count: pages } = town.db.sqlite.prepare('pragma page_count').get() as { page_count: number }
  town.db.sqlite.exec(`pragma max_page_count = ${pages}`)
  const item = { type: 'newspaper', general_description: 'x'.repeat(150_000), title: 'Large' }
  const large = () => town.send('/api/item/post/', { method: 'POST', body: item, as: 'volunteer' })
  const refused = await large()
  expect([refused.status, refused.json]).toEqual([507, { detail: STORAGE.full }])
  expect(await traces(town)).toEqual(before)
  town.db.sqlite.exec('pragma max_page_count = 1000000')
  expect((await large()).status).toBe(201)
})

test.each([
  [{ errcode: 13 }, 507],
  [{ errcode: 4874 }, 507],
  [{ errcode: 778 }, 507],
  [{ errcode: 8 }, 503],
  [{ errcode: 1032 }, 503],
  [{ errcode: 11 }, 500],
  [{ errcode: 1 }, 500],
  [{ code: 'ENOENT' }, 500],
  [{ message: 'late', cause: { code: 'ENOSPC' } }, 507],
])('%o is %i', (error, status) => expect(toErrorResponse(error).status).toBe(status))

test('the download of an original has the right extension', async () => {
  const { id } = (await send()).json as { id: number }
  const disposition = async (name: string) => {
    await town.db.updateTable('original').set({ file_name: name }).execute()
    return (await town.send(`/api/scan/original/${id}/`, { as: 'staff' })).headers['content-disposition']
  }
  for (const [name, downloaded] of [
    ['mill.jpg', 'mill.jpg'],
    ['mill.JPEG', 'mill.JPEG'],
    ['mill.gif', 'mill.jpg'],
    ['setup.exe', 'setup.jpg'],
    ['Mill No. 5', 'Mill No. 5.jpg'],
    ['mill', 'mill.jpg'],
  ] as const)
    expect(await disposition(name)).toContain(`filename="${downloaded}"`)
  expect(await disposition('')).toContain(`filename="scan-${id}.jpg"`)
})
