import sharp from 'sharp'

/** 10 megapixels, as a scanner or a good phone makes them. */
const WIDTH = 3872
const HEIGHT = 2592

/** A picture with grain and soft shapes, so that it compresses about as a photograph does (3 to 5 MB). */
async function picture(at: number): Promise<Buffer> {
  const soft = await sharp({
    create: {
      width: 484,
      height: 324,
      channels: 3,
      background: '#7a7266',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .blur(6 + at)
    .resize(WIDTH, HEIGHT)
    .png()
    .toBuffer()
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 24 },
    },
  })
    .png()
    .toBuffer()
  return sharp(soft)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

export async function makePictures(count: number): Promise<Buffer[]> {
  const pictures: Buffer[] = []
  for (let at = 0; at < count; at += 1) pictures.push(await picture(at))
  return pictures
}

/** The same picture as a file of its own: a comment (JPEG COM segment) makes its bytes, and its SHA-256, others. */
export function distinct(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment)
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 255])
  return Buffer.concat([head, text, jpeg.subarray(2)])
}
