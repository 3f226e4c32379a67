import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type OutputInfo } from 'sharp'
import { DOCUMENT } from '#contract/limits.ts'
import { DOCUMENTS } from '#contract/picture-messages.ts'
import { tiffPages } from '#rules/media/tiff-directories.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { sha256Of } from '../storage/removal.ts'
import { readOriginal } from './derivatives.ts'
import { DECODE, readPictureHeader, type Picture, type PictureLimits } from './inspect-picture.ts'
import { readPdfText } from './pdf-text.ts'
import { drawPdfPage } from './pdf.ts'
import type { PictureHeader, PictureMemory } from './picture-memory.ts'
import { PictureRefused } from './picture-refused.ts'

/** A page of a document, counted from 1: of a local file or of an original. */
export type PageSource = Record<'sha256' | 'format', string> & { path?: string; page: number }

type Drawn = Pick<OutputInfo, 'width' | 'height' | 'channels'> & { data: Uint8Array; dpi: number | undefined }

/** Draws a page into the file `to`, as JPEG or PNG. @throws {PictureRefused} */
export async function drawPage(
  media: MediaStore,
  { path, page, ...document }: PageSource,
  { to, limits, memory }: { to: string; limits: PictureLimits; memory: PictureMemory },
): Promise<Picture> {
  const source = { ...document, width: 0, watermark: undefined }
  const bytes = await (path === undefined ? readOriginal(media, source) : readFile(path))
  const isPdf = document.format === 'pdf'
  // Largest page, since its size is not known before it is open.
  const header = isPdf ? LARGEST : await tiffHeader(bytes, page)
  const held = bytes.length + (isPdf ? bytes.length : 0)
  await memory.decode({ header, input: bytes, held }, async () => {
    const drawn = isPdf ? await drawPdfPage(bytes, page) : await readTiffPage(bytes, header.page!)
    await writeFile(to, await encode(drawn))
  })
  const { header: _, ...picture } = await readPictureHeader(to, limits)
  // A page is worth more than its words.
  const layer = isPdf ? await readPdfText(bytes, page).catch(() => undefined) : undefined
  return { sha256: await sha256Of(to), ...picture, ...(layer && { layer }) }
}

type PageHeader = PictureHeader & { page?: number }
const { mostPixels: height } = DOCUMENT
const LARGEST: PageHeader = { format: 'rad', width: 1, height, channels: 4, depth: 'double', isProgressive: false }
const broken = () => {
  throw new PictureRefused(DOCUMENTS.broken)
}

async function tiffHeader(bytes: Uint8Array, number: number): Promise<PageHeader> {
  const pages = await tiffPages((offset, length) => Promise.resolve(bytes.slice(offset, offset + length)))
  const page = pages[number - 1] ?? broken()
  const header = await sharp(bytes, { ...DECODE, limitInputPixels: false, page })
    .metadata()
    .catch(broken)
  return { ...header, page }
}

async function readTiffPage(bytes: Uint8Array, page: number): Promise<Drawn> {
  const picture = sharp(bytes, { ...DECODE, page })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
  const { width, height, density: dpi } = await picture.metadata()
  const fit = Math.min(1, Math.sqrt(DOCUMENT.mostPixels / (width * height)))
  if (fit < 1) picture.resize({ width: Math.round(width * fit) })
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }).catch(broken)
  return { data, ...info, dpi }
}

/** Differences between red, green and blue that an eye does not see as a colour, and how many others are none yet. */
const GREY = 24
const FEW = 50
/** The part of a page that is plain white where PNG may be smaller than JPEG. */
const PLAIN = 0.5

/** Whether a page has colours, and how much of it is white. */
function look({ data, channels }: Drawn): { isGrey: boolean; white: number } {
  if (channels < 3) return { isGrey: true, white: 1 }
  let [coloured, white] = [0, 0]
  for (let at = 0; at < data.length; at += channels) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > GREY) coloured += 1
    else if (red === 255 && green === 255) white += 1
  }
  return { isGrey: coloured < FEW, white: (white * channels) / data.length }
}

/** JPEG, or PNG for a page of lines and letters where that takes half as much. */
async function encode(drawn: Drawn): Promise<Buffer> {
  const { data, width, height, channels, dpi } = drawn
  const { isGrey, white } = look(drawn)
  const page = () => {
    const picture = sharp(data, { raw: { width, height, channels } }).removeAlpha()
    if (isGrey) picture.toColourspace('b-w')
    return dpi === undefined ? picture : picture.withDensity(dpi)
  }
  const jpeg = await page().jpeg({ quality: 88 }).toBuffer()
  if (white < PLAIN) return jpeg
  const png = await page().png({ compressionLevel: 6 }).toBuffer()
  return png.length * 2 < jpeg.length ? png : jpeg
}
