const KINDS = { rgb: 2, grey: 1, negative: 0, cmyk: 5 } as const

interface Options {
  /** One value a channel; the whole picture has it. */
  pixel: number[]
  bits?: 8 | 16
  kind?: keyof typeof KINDS
  profile?: Buffer
}

const SIZES = { 3: 2, 4: 4, 7: 1 } as const
type Entry = [tag: number, type: keyof typeof SIZES, values: number[] | Buffer]

const valuesOf = (type: keyof typeof SIZES, values: number[]) => {
  const bytes = Buffer.alloc(values.length * SIZES[type])
  values.forEach((value, at) => bytes.writeUIntLE(value, at * SIZES[type], SIZES[type]))
  return bytes
}

/** A TIFF of one colour (TIFF 6.0, uncompressed, one strip), with exactly these numbers and this profile. */
export function tiff({ pixel, bits = 8, kind = 'rgb', profile }: Options, side = 16): Buffer {
  const data = valuesOf(bits === 8 ? 7 : 3, Array.from({ length: side * side }, () => pixel).flat())
  const entries = (strip: number): Entry[] => [
    [256, 4, [side]],
    [257, 4, [side]],
    [258, 3, pixel.map(() => bits)],
    [259, 3, [1]],
    [262, 3, [KINDS[kind]]],
    [273, 4, [strip]],
    [277, 3, [pixel.length]],
    [278, 4, [side]],
    [279, 4, [data.length]],
    ...(profile ? ([[34675, 7, profile]] as Entry[]) : []),
  ]
  const write = (strip: number) => {
    const list = entries(strip)
    const extra: Buffer[] = []
    let at = 8 + 2 + list.length * 12 + 4
    const table = list.map(([tag, type, values]) => {
      const bytes = Buffer.isBuffer(values) ? values : valuesOf(type, values)
      const entry = Buffer.alloc(12)
      entry.writeUInt16LE(tag, 0)
      entry.writeUInt16LE(type, 2)
      entry.writeUInt32LE(values.length, 4)
      if (bytes.length <= 4) bytes.copy(entry, 8)
      else {
        entry.writeUInt32LE(at, 8)
        extra.push(bytes, Buffer.alloc(bytes.length % 2))
        at += bytes.length + (bytes.length % 2)
      }
      return entry
    })
    const head = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), valuesOf(3, [list.length])])
    return { bytes: Buffer.concat([head, ...table, Buffer.alloc(4), ...extra]), end: at }
  }
  return Buffer.concat([write(write(0).end).bytes, data])
}

const fixed = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeInt32BE(Math.round(value * 65536), at * 4))
  return bytes
}
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A profile of Adobe RGB (1998): its primaries adapted to D50, gamma 2.19921875 (ICC.1:2001-04). */
export function adobeRgb(): Buffer {
  const xyz = (...values: number[]) => Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), fixed(...values)])
  const curve = Buffer.concat([Buffer.from('curv\0\0\0\0', 'latin1'), uint32(1), Buffer.from([0x02, 0x33, 0, 0])])
  const name = Buffer.from('Adobe RGB\0')
  const description = Buffer.concat([
    Buffer.from('desc\0\0\0\0', 'latin1'),
    uint32(name.length),
    name,
    Buffer.alloc(79),
  ])
  const tags: [string, Buffer][] = [
    ['desc', Buffer.concat([description, Buffer.alloc(-description.length & 3)])],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', xyz(0.9505, 1, 1.0891)],
    ['rXYZ', xyz(0.60974, 0.31111, 0.01947)],
    ['gXYZ', xyz(0.20528, 0.62567, 0.06087)],
    ['bXYZ', xyz(0.14919, 0.06322, 0.74457)],
    ...['rTRC', 'gTRC', 'bTRC'].map((tag): [string, Buffer] => [tag, curve]),
  ]
  let at = 128 + 4 + 12 * tags.length
  const table = tags.map(([tag, data]) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), uint32(at), uint32(data.length)])
    at += data.length
    return entry
  })
  const head = Buffer.alloc(128)
  head.writeUInt32BE(at, 0)
  head.writeUInt32BE(0x02100000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  head.write('acsp', 36, 'latin1')
  fixed(0.9642, 1, 0.8249).copy(head, 68)
  return Buffer.concat([head, uint32(tags.length), ...table, ...tags.map(([, data]) => data)])
}
