import { createHash } from 'node:crypto'
import sharp from 'sharp'

interface Options {
  /** Width and height of each page in points. */
  size?: [number, number]
  /** Entries of each page, such as `/Rotate 90`. */
  page?: string
  /** Asks for a password. */
  locked?: boolean
  /** Pixels of a picture on each page, as JPEG. */
  jpegs?: Buffer[]
}

/** A PDF written by hand: a page for each text, with its words, a line and perhaps a picture. */
export function pdf(
  texts: readonly string[],
  { size = [612, 792], page = '', locked = false, jpegs = [] }: Options = {},
): Buffer {
  const [width, height] = size
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${texts.length} /Kids [${texts.map((_, at) => `${4 + at * 3} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const stream = (head: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${head} /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ])
  for (const [at, text] of texts.entries()) {
    const jpeg = jpegs[at]
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${page} /Contents ${5 + at * 3} 0 R
      /Resources << /Font << /F 3 0 R >> ${jpeg ? `/XObject << /I ${6 + at * 3} 0 R >>` : ''} >> >>`,
      stream(
        '',
        Buffer.from(
          `${jpeg ? `q ${width} 0 0 ${height} 0 0 cm /I Do Q ` : ''}BT /F 24 Tf 36 ${height - 60} Td (${text}) Tj ET 36 36 m ${width - 36} 36 l S`,
        ),
      ),
      jpeg
        ? stream(
            `/Type /XObject /Subtype /Image /Width 1700 /Height 2200 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
            jpeg,
          )
        : 'null',
    )
  }
  if (locked) objects.push(encryption())
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let length = parts[0]!.length
  for (const [at, body] of objects.entries()) {
    const whole = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(body as string),
      Buffer.from('\nendobj\n'),
    ])
    places.push(length)
    parts.push(whole)
    length += whole.length
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const id = '<00112233445566778899aabbccddeeff>'
  const encrypt = locked ? `/Encrypt ${objects.length} 0 R` : ''
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /ID [${id} ${id}] ${encrypt} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** The standard security handler, revision 2, with keys that no empty password makes. */
function encryption(): string {
  const secret = createHash('sha256').update('secret').digest('hex')
  return `<< /Filter /Standard /V 1 /R 2 /O <${secret}> /U <${secret}> /P -4 >>`
}

/** A scanned page: noise of paper, so that a JPEG is as large as one of a scanner. */
export async function scannedPage(sigma: number, width = 1700, height = 2200): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 200, sigma }
  return await sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** A TIFF of several pages: those of a small one after the other, each with a directory of its own. */
export function tiffOf(pages: number, side = 24): Buffer {
  const blocks = Array.from({ length: pages }, (_, at) => Buffer.alloc(side * side, 40 * at))
  const entry = (tag: number, type: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16LE(tag, 0)
    bytes.writeUInt16LE(type, 2)
    bytes.writeUInt32LE(1, 4)
    bytes.writeUInt32LE(value, 8)
    return bytes
  }
  const ENTRIES = 9
  const directory = 2 + ENTRIES * 12 + 4
  const one = directory + side * side
  const parts = [Buffer.from('II*\0\x08\0\0\0', 'latin1')]
  for (const [at, block] of blocks.entries()) {
    const start = 8 + at * one
    const count = Buffer.alloc(2)
    count.writeUInt16LE(ENTRIES)
    const next = Buffer.alloc(4)
    next.writeUInt32LE(at + 1 < pages ? start + one : 0)
    const [width, height] = [entry(256, 4, side), entry(257, 4, side)]
    const kind = [entry(258, 3, 8), entry(259, 3, 1), entry(262, 3, 1)]
    const strip = [entry(273, 4, start + directory), entry(277, 3, 1), entry(278, 4, side), entry(279, 4, block.length)]
    parts.push(count, width, height, ...kind, ...strip, next, block)
  }
  return Buffer.concat(parts)
}
