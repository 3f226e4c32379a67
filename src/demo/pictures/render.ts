import { availableParallelism } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { fileOf } from '../plan-pictures.ts'
import { hashName } from '../random.ts'
import { drawPicture } from './draw.ts'
import type { PictureSpec } from './spec.ts'
import { toneInPlace } from './tone.ts'

/** GPS position in a picture's EXIF data: the town. */
const GPS = { GPSLatitudeRef: 'N', GPSLatitude: '43/1 33/1 44/1', GPSLongitudeRef: 'W', GPSLongitude: '81/1 41/1 48/1' }

function encode(image: Sharp, picture: PictureSpec): Sharp {
  // Fast rather than small: a first start encodes hundreds.
  if (picture.format === 'png') return image.png({ compressionLevel: 3 })
  if (picture.format === 'webp') return image.webp({ quality: 82, effort: 0 })
  if (picture.format === 'tiff') return image.tiff({ compression: 'lzw' })
  return image.jpeg({ quality: picture.tone === 'paper' ? 76 : 74, optimiseCoding: false })
}

/** Draws one picture: SVG, then the tone, grain and fading of its time, then encodes it. */
async function renderPicture(picture: PictureSpec): Promise<Buffer> {
  const { scale = 1 } = picture
  const [width, height] = [picture.width * scale, picture.height * scale]
  const svg = Buffer.from(drawPicture(picture))
  const loaded = sharp(svg, { density: 72 * scale, limitInputPixels: 40_000_000 }).removeAlpha()
  // A lens is not that sharp; at several pixels to a unit, it costs a second and shows nothing.
  if (scale === 1 && picture.tone !== 'paper' && picture.tone !== 'colour')
    loaded.blur(0.55 + (hashName(picture.name) % 5) * 0.1 + (picture.year < 1900 ? 0.15 : 0))
  const { data, info } = await loaded.raw().toBuffer({ resolveWithObject: true })
  toneInPlace(data, info.width, info.height, picture.tone, picture.year, hashName(picture.name))
  let image = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
  if (info.width !== width || info.height !== height)
    throw new Error(`${picture.name} came out ${info.width} by ${info.height}`)
  if (picture.orientation !== undefined) {
    // Stored pixels are rotated the other way, so that the picture is upright if the EXIF orientation is applied.
    image = sharp(await image.png({ compressionLevel: 0 }).toBuffer()).rotate(picture.orientation === 6 ? 270 : 90)
  }
  image = encode(image, picture)
  if (picture.gps === true)
    image = image
      .withExif({ IFD0: { Software: 'Brannock Bay', Orientation: String(picture.orientation ?? 1) }, IFD3: GPS })
      .withMetadata({ orientation: picture.orientation ?? 1 })
  return image.toBuffer()
}

/** Draws all pictures, one per core at a time, and passes each to `store`. */
export async function renderPictures(
  pictures: readonly PictureSpec[],
  store: (file: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const threads = sharp.concurrency()
  sharp.concurrency(1)
  let next = 0
  const draw = async (): Promise<void> => {
    for (let picture = pictures[next++]; picture !== undefined; picture = pictures[next++]) {
      await store(fileOf(picture), await renderPicture(picture))
    }
  }
  try {
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, draw))
  } finally {
    sharp.concurrency(threads)
  }
}
