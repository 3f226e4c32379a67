import { open } from 'node:fs/promises'

/** Layout of the first picture of a TIFF: rows per tile (undefined for strips), and whether channels are separate planes. */
export interface TiffLayout {
  tileRows: number | undefined
  planar: boolean
}

/** TIFF 6.0: TileLength and PlanarConfiguration. */
const TILE_LENGTH = 323
const PLANAR_CONFIGURATION = 284
const MAX_ENTRIES = 4096

type Read = (offset: number, length: number) => Promise<Buffer>

/** Reads only numbers in the directory itself and trusts no count. @throws where the header isn't that of a complete TIFF. */
export async function readTiffLayout(input: string | Uint8Array): Promise<TiffLayout> {
  if (typeof input !== 'string') {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
    return await readDirectory((offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)))
  }
  await using handle = await open(input)
  return await readDirectory(async (offset, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  })
}

async function readDirectory(read: Read): Promise<TiffLayout> {
  const head = await read(0, 16)
  const little = head.toString('latin1', 0, 2) === 'II'
  const short = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const huge = (bytes: Buffer, at: number) => Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  // BigTIFF has longer entries, counts and pointers.
  const big = short(head, 2) === 43
  const [entry, start, value] = big ? [20, 8, 12] : [12, 2, 8]
  const offset = big ? huge(head, 8) : long(head, 4)
  const count = await read(offset, start)
  const entries = Math.min(MAX_ENTRIES, big ? huge(count, 0) : short(count, 0))
  const directory = await read(offset + start, entries * entry)
  const layout: TiffLayout = { tileRows: undefined, planar: false }
  for (let at = 0; at + entry <= directory.length; at += entry) {
    const tag = short(directory, at)
    const type = short(directory, at + 2)
    const number = type === 3 ? short(directory, at + value) : long(directory, at + value)
    if (tag === TILE_LENGTH) layout.tileRows = number
    if (tag === PLANAR_CONFIGURATION) layout.planar = number === 2
  }
  return layout
}
