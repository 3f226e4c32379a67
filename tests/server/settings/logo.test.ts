import { expect, test } from 'vitest'
import sharp from 'sharp'
import type { SettingsForm } from '#contract/settings.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { trashOriginal } from '#server/scans/trash-records.ts'
import { townBundle } from '../bundle/town.ts'
import { openTestArchive, type TestAccount } from '../fixtures.ts'
import { form } from '../walk/form.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(() => openTestArchive({}))

const plate = (background: string, width = 800, height = 200) =>
  sharp({ create: { width: 1000, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width, height, channels: 4, background } }, left: 100, top: 100 }])
    .png()
    .toBuffer()
async function upload(content: Buffer, as: TestAccount = 'administrator', file = 'logo.png') {
  const { payload, headers } = form({}, { name: 'image', file, type: 'image/png', content })
  const answer = await town.app.inject({
    url: '/api/settings/logo/',
    method: 'POST',
    payload,
    headers: { ...headers, ...(await town.signIn(as)) },
  })
  return { status: answer.statusCode, json: answer.json() as SettingsForm }
}
const published = async () => (await town.get('/api/settings/')).json as { logo?: SettingsForm['logo'] }
const originals = () => town.db.selectFrom('original').select('sha256').execute()

test('what is no picture is refused at the field, and nothing is kept', async () => {
  const { status, json } = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect(status).toBe(400)
  expect(Object.keys(json)).toEqual(['image'])
  expect(await originals()).toEqual([])
})

test('it is shown without its empty margin, at the size of a header', async () => {
  const { json } = await upload(await plate('#336699'))
  const logo = json.logo!
  expect([logo.width, logo.height]).toEqual([480, 120])
  expect((await published()).logo).toEqual(logo)
  const { format, width } = await sharp(Buffer.from(logo.png, 'base64')).metadata()
  expect([format, width]).toEqual(['png', 480])
  expect(json.changed?.by?.id).toBe(5)
})

test('the one before goes to the trash; the one in use can not be moved there', async () => {
  const [first] = await originals()
  await upload(await plate('#993333', 300, 150))
  const [second, ...others] = await originals()
  expect(others).toEqual([])
  expect(second!.sha256).not.toBe(first!.sha256)
  const trashed = await town.media.trash.list()
  expect(trashed.map(({ key, why }) => [key.includes(first!.sha256), why])).toEqual([
    [true, 'Another logo replaced it.'],
  ])
  await expect(trashOriginal(town.db, town.media, second!.sha256, 'A mistake.')).rejects.toThrow('as the logo')
})

test('removed, it is in the trash and on no page', async () => {
  expect((await town.send('/api/settings/logo/', { method: 'DELETE', as: 'administrator' })).status).toBe(204)
  expect(await published()).toEqual({})
  expect(await originals()).toEqual([])
  expect(await town.media.trash.list()).toHaveLength(2)
  expect((await town.send('/api/settings/logo/', { method: 'DELETE', as: 'administrator' })).status).toBe(204)
  expect(await town.media.trash.list()).toHaveLength(2)
})

test('an import leaves it where it is', async () => {
  await upload(await plate('#114422'))
  const [logo] = await originals()
  const bundle = { folder: await townBundle(), picturesLater: true }
  expect((await importBundle({ ...bundle, db: town.db, media: town.media })).imported).toBe(true)
  expect(await originals()).toContainEqual(logo)
  expect(await town.media.trash.list()).toHaveLength(2)
})
