import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import { PICTURE } from '#contract/picture-messages.ts'
import { layOutWatermark } from '#rules/media/watermark.ts'
import { drawWatermark } from '#server/scans/watermark.ts'
import { form, image, openUploadTown, picture, traces } from './forms.ts'
import { useArchive } from '../../use-archive.ts'

const town = useArchive(openUploadTown)

async function preview(file: Uint8Array | string, signedIn = true) {
  const { payload, headers } = form([image(file)])
  const authorization = signedIn ? await town.signIn('volunteer') : {}
  return town.app.inject({
    method: 'POST',
    url: '/api/scans/preview/',
    payload,
    headers: { ...headers, ...authorization },
  })
}
const HEIC = join(import.meta.dirname, '../../../fixtures/pictures/display-p3.heic')

test('a TIFF comes back as a small upright JPEG with the size of the picture, and nothing is stored', async () => {
  const tiff = await picture('#806040', 1600, 800).tiff().withMetadata({ orientation: 6 }).toBuffer()
  const before = await traces(town)
  const answer = await preview(tiff)
  expect(answer.statusCode).toBe(200)
  const { width, height, jpeg } = answer.json<{ width: number; height: number; jpeg: string }>()
  expect({ width, height }).toEqual({ width: 800, height: 1600 })
  expect(await sharp(Buffer.from(jpeg, 'base64')).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 640 })
  const after = await traces(town)
  expect(after).toEqual(before)
})

test('so does HEIC', async () => {
  expect((await preview(await readFile(HEIC))).json()).toMatchObject({ width: 160, height: 120 })
})

test('what is no picture is refused, and nobody gets one without an account', async () => {
  expect((await preview('text')).json()).toEqual({ image: [PICTURE.unreadable] })
  expect((await preview('text', false)).statusCode).toBe(401)
})

test('a watermark comes as it is burnt in, and the shared rule places it', async () => {
  const mark = { text: 'Brannock Bay', color: 'white', position: 'top right', size: 12, opacity: 60 } as const
  const answer = await town.app.inject({
    url: '/api/scans/watermark/?text=Brannock+Bay&color=white&width=2048&height=1365',
    headers: await town.signIn('volunteer'),
  })
  const { svg, textWidth } = answer.json<{ svg: string; textWidth: number }>()
  const burnt = drawWatermark(mark, { width: 2048, height: 1365 })!
  expect(svg).toBe(burnt.svg.toString())
  expect(layOutWatermark(textWidth, { width: 2048, height: 1365 }, mark.position, mark.size)).toMatchObject({
    left: burnt.left,
    top: burnt.top,
  })
})

test.each(['text=&color=white&width=20&height=10', 'text=%20%0A&color=white&width=2000&height=1000'])(
  'nothing to draw: %s',
  async (query) => {
    const headers = await town.signIn('volunteer')
    const answer = await town.app.inject({ url: `/api/scans/watermark/?${query}`, headers })
    expect(answer.json()).toMatchObject({ svg: '' })
  },
)

test.each(['text=Town&color=red&width=20&height=10', 'text=Town&color=white&width=0&height=10', 'color=white'])(
  'refused: %s',
  async (query) => {
    const headers = await town.signIn('volunteer')
    const answer = await town.app.inject({ url: `/api/scans/watermark/?${query}`, headers })
    expect(answer.statusCode).toBe(400)
  },
)
