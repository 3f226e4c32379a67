import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { DAY, MAGENTA } from './family.ts'

/** Marks that were found: how often in how many places. */
export interface Walk {
  walked: number
  marks: number
  /** A few of the places, for whoever looks for the cause. */
  where: string[]
}

const MAGIC = { gzip: [0x1f, 0x8b] }
const PICTURE = /\.(?:jpe?g|png|webp|avif|tiff?)$/i

/** Looks for what must not be outside: words, days, and a pixel of a portrait. */
export function createEye(mark: RegExp) {
  const walk: Walk = { walked: 0, marks: 0, where: [] }
  function note(place: string, found: string): void {
    walk.marks += 1
    if (walk.where.length < 12) walk.where.push(`${place}: ${found}`)
  }
  async function see(place: string, bytes: Buffer, isPicture = PICTURE.test(place)): Promise<void> {
    walk.walked += 1
    const text = bytes.toString('latin1')
    const found = mark.exec(`${decodeURI(place)}\n${text}`) ?? (isPicture ? null : DAY.exec(text))
    if (found) note(place, text.slice(Math.max(0, found.index - 60), found.index + 40).replaceAll(/\s+/g, ' '))
    if (isPicture && (await isPortrait(bytes))) note(place, 'a portrait')
  }
  return { walk, see }
}
export type Eye = ReturnType<typeof createEye>

async function isPortrait(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at]! > MAGENTA.r - 30 && data[at + 1]! < MAGENTA.g + 30 && data[at + 2]! > MAGENTA.b - 80) return true
  return false
}

/** What a file says, whatever it is compressed with. */
function contentOf(file: string): Buffer {
  const bytes = readFileSync(file)
  if (file.endsWith('.br')) return brotliDecompressSync(bytes)
  return MAGIC.gzip.every((byte, at) => bytes[at] === byte) ? gunzipSync(bytes) : bytes
}

/** Every file of a folder, and its name. */
export async function walkFolder(folder: string, { see }: Eye): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    await see(path.relative(folder, file), contentOf(file))
  }
}

/** Requests at a time, as a visitor's browser sends them. */
const AT_ONCE = 4
/** Asks for every address, patiently: the limits of a server are for visitors too. */
export async function walkAddresses(
  base: string,
  addresses: Iterable<string>,
  { see }: Eye,
  after?: (text: string, address: string) => void,
): Promise<void> {
  const waiting = [...new Set(addresses)]
  const next = async (): Promise<void> => {
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      const answer = await patiently(`${base}${address}`)
      const type = answer.headers.get('content-type') ?? ''
      const bytes = Buffer.from(await answer.arrayBuffer())
      const head = Buffer.from(`${[...answer.headers].join('\n')}\n`)
      const isPicture = type.startsWith('image/')
      const isSaidAgain = !isPicture && (!answer.ok || address.includes('?'))
      const said = isSaidAgain ? Buffer.from(withoutQuestion(bytes.toString(), decodeURIComponent(address))) : bytes
      await see(isSaidAgain ? address.split('?')[0]! : address, said, isPicture)
      await see('headers', head)
      after?.(bytes.toString(), address)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/** What is asked for is no leak where it is only said again: as the address of the answer, and as a word that nothing has. */
const withoutQuestion = (text: string, address: string) =>
  text.replaceAll(address, '').replaceAll(`{"word":"${address.split('=').at(-1)}"}`, '')

async function patiently(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { redirect: 'manual' })
    if (answer.status !== 429 && answer.status !== 503) return answer
    await answer.arrayBuffer()
    await new Promise((done) => setTimeout(done, Number(answer.headers.get('retry-after') ?? 1) * 1000))
  }
}
