import { Transform, type Readable } from 'node:stream'
import type { FileFormat } from '#contract/file.ts'
import { oggTags, type Patch, type ReadPart } from './ogg-tags.ts'

const zeros = (offset: number, end: number): Patch => ({ offset, length: Math.max(0, end - offset) })
const text = (offset: number, ascii: string): Patch => ({ offset, length: ascii.length, bytes: Buffer.from(ascii) })
/** Parts of a file that are looked at, whatever a damaged one says. */
const MOST = 10_000
/** Bytes that are looked through at once. */
const PART = 2 ** 20

/** What is to be replaced so that a recording has no tags and pictures, and a document no positions: by as many bytes, so that every offset in the file stays right. */
export async function tagsOf(format: FileFormat, bytes: number, read: ReadPart): Promise<Patch[]> {
  if (format === 'mp3') return await mp3Tags(bytes, read)
  if (format === 'flac') return await flacTags(bytes, read)
  if (format === 'wav') return await wavTags(bytes, read)
  if (format === 'ogg') return await oggTags(read)
  if (format === 'm4a' || format === 'mp4') return await mp4Tags([0, bytes], read)
  if (format === 'tiff') return await tiffTags(bytes, read)
  if (format === 'pdf') return await pdfTags(bytes, read)
  return format === 'webm' ? await webmTags([0, bytes], read) : []
}

/** Tags that hold what a program or a camera wrote, positions among it: XMP, IPTC, Photoshop's; and those that hold lists, EXIF and GPS. */
const TOLD_TEXTS = [700, 33723, 34377]
const TOLD_LISTS = [34665, 34853]
/** Bytes of a value, by its type. */
const SIZES = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8]

async function tiffTags(bytes: number, read: ReadPart): Promise<Patch[]> {
  const patches: Patch[] = []
  const head = await read(0, 16)
  const numberIn = (part: Buffer, at: number, size: number) => {
    const digits = [...part.subarray(at, at + size)]
    return (head[0] === 0x49 ? digits.reverse() : digits).reduce((sum, digit) => sum * 256 + digit, 0)
  }
  const [short, word] = numberIn(head, 2, 2) === 43 ? [8, 8] : [2, 4]
  const lists: [at: number, isTold: boolean][] = [[numberIn(head, word, word), false]]
  const seen = new Set([0])
  for (const [at, isTold] of lists) {
    if (seen.has(at) || at >= bytes || seen.size > MOST) continue
    seen.add(at)
    const count = Math.min(numberIn(await read(at, short), 0, short), MOST)
    const list = await read(at + short, count * (word * 2 + 4) + word)
    for (let entry = 0; entry + word * 2 + 4 < list.length; entry += word * 2 + 4) {
      const [tag, type] = [numberIn(list, entry, 2), numberIn(list, entry + 2, 2)]
      const size = numberIn(list, entry + 4, word) * (SIZES[type] ?? 1)
      const value = numberIn(list, entry + 4 + word, word)
      const from = size > word ? value : at + short + entry + 4 + word
      if (isTold || TOLD_TEXTS.includes(tag)) patches.push(zeros(from, Math.min(from + size, bytes)))
      if (TOLD_LISTS.includes(tag)) lists.push([value, true])
    }
    if (isTold) patches.push(zeros(at, Math.min(at + short + list.length, bytes)))
    else lists.push([numberIn(list, list.length - word, word), false])
  }
  return patches
}

/** Photographs in a PDF have their own EXIF, XMP and IPTC. */
async function pdfTags(bytes: number, read: ReadPart): Promise<Patch[]> {
  const patches: Patch[] = []
  for (let at = 0; at < bytes; at += PART) {
    const part = (await read(at, PART + 64)).toString('latin1')
    for (const { index } of part.matchAll(/\xff[\xe1\xed]..(?:Exif\0|http:\/\/ns\.adobe\.com\/|Photoshop 3\.0\0)/gs)) {
      const length = part.charCodeAt(index + 2) * 256 + part.charCodeAt(index + 3)
      patches.push(zeros(at + index + 4, Math.min(at + index + 2 + length, bytes)))
    }
  }
  return patches
}

/** ID3 at both ends: an empty tag of padding before, nothing behind. */
async function mp3Tags(bytes: number, read: ReadPart): Promise<Patch[]> {
  const patches: Patch[] = []
  const head = await read(0, 10)
  // Seven bits a byte.
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 127), 0)
  if (head.subarray(0, 3).toString('latin1') === 'ID3')
    patches.push({ offset: 5, length: 1 }, zeros(10, Math.min(10 + size, bytes)))
  let end = bytes
  if ((await read(bytes - 128, 3)).toString('latin1') === 'TAG') patches.push(zeros((end -= 128), bytes))
  const ape = await read(Math.max(0, end - 32), 32)
  if (ape.subarray(0, 8).toString('latin1') === 'APETAGEX')
    patches.push(zeros(Math.max(0, end - ape.readUInt32LE(12) - 32), end))
  return patches
}

/** Comments and pictures become padding. */
async function flacTags(bytes: number, read: ReadPart): Promise<Patch[]> {
  const patches: Patch[] = []
  for (let at = 4, tries = 0; at + 4 <= bytes && tries < MOST; tries += 1) {
    const head = await read(at, 4)
    const [kind, end] = [head[0]! & 127, at + 4 + head.readUIntBE(1, 3)]
    // Stream information, padding, seek table, cue sheet.
    if (![0, 1, 3, 5].includes(kind))
      patches.push({ offset: at, length: 1, bytes: Buffer.from([(head[0]! & 128) | 1]) }, zeros(at + 4, end))
    if (head[0]! & 128) break
    at = end
  }
  return patches
}

async function wavTags(bytes: number, read: ReadPart): Promise<Patch[]> {
  const patches: Patch[] = []
  for (let at = 12, tries = 0; at + 8 <= bytes && tries < MOST; tries += 1) {
    const head = await read(at, 8)
    const end = Math.min(at + 8 + head.readUInt32LE(4), bytes)
    if (!['fmt ', 'data', 'fact', 'JUNK'].includes(head.toString('latin1', 0, 4)))
      patches.push(text(at, 'JUNK'), zeros(at + 8, end))
    at = end + (end % 2)
  }
  return patches
}

/** Boxes that have boxes in them, on the way to those with tags. */
const OPENED = ['moov', 'trak', 'mdia', 'minf']

async function mp4Tags([from, to]: [number, number], read: ReadPart, budget = { left: MOST }): Promise<Patch[]> {
  const patches: Patch[] = []
  for (let at = from; at + 8 <= to && (budget.left -= 1) > 0;) {
    const head = await read(at, 16)
    const [short, kind] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    const [header, size] = short === 1 && head.length === 16 ? [16, Number(head.readBigUInt64BE(8))] : [8, short]
    const end = size === 0 ? to : Math.min(at + size, to)
    if (end < at + header) break
    if (['udta', 'meta', 'uuid'].includes(kind)) patches.push(text(at + 4, 'free'), zeros(at + header, end))
    else if (OPENED.includes(kind)) patches.push(...(await mp4Tags([at + header, end], read, budget)))
    at = end
  }
  return patches
}

const SEGMENT = 0x18538067
const INFO = 0x1549a966
/** Tags, attachments; and in the information, the title. */
const TOLD = [0x1254c367, 0x1941a469, 0x7ba9]

async function webmTags([from, to]: [number, number], read: ReadPart, budget = { left: MOST }): Promise<Patch[]> {
  const patches: Patch[] = []
  for (let at = from; at + 2 <= to && (budget.left -= 1) > 0;) {
    const head = await read(at, 12)
    const idLength = Math.clz32(head[0]!) - 23
    const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
    const header = idLength + sizeLength
    if (idLength > 4 || sizeLength > 8 || header > head.length) break
    const id = head.readUIntBE(0, idLength)
    const sized = head.subarray(idLength, header).reduce((sum, byte) => sum * 256 + byte, 0)
    const size = sized - 2 ** (7 * sizeLength)
    const isOpen = size === 2 ** (7 * sizeLength) - 1
    const end = isOpen ? to : Math.min(at + header + size, to)
    if (TOLD.includes(id)) patches.push({ offset: at, length: end - at, bytes: voidHead(header, end - at) })
    else if (id === SEGMENT || id === INFO) patches.push(...(await webmTags([at + header, end], read, budget)))
    at = end
  }
  return patches
}

/** The beginning of an element that says nothing, of a length altogether. */
function voidHead(header: number, length: number): Buffer {
  const digits = Math.min(8, header - 1)
  const head = Buffer.alloc(1 + digits, 0xec)
  const value = BigInt(length - 1 - digits) + (1n << BigInt(7 * digits))
  for (let at = 0; at < digits; at++) head[1 + at] = Number((value >> BigInt(8 * (digits - 1 - at))) & 255n)
  return head
}

/** The bytes from `start` to `end` of a file, with what visitors get instead of its tags. */
export function patched(content: Readable, start: number, end: number, patches: readonly Patch[]): Readable {
  const here = patches.filter(({ offset, length }) => offset <= end && offset + length > start)
  if (here.length === 0) return content
  let at = start
  const change = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const { offset, length, bytes } of here) {
        const [from, to] = [Math.max(offset, at), Math.min(offset + length, at + chunk.length)]
        if (from >= to) continue
        chunk.fill(0, from - at, to - at)
        bytes?.subarray(from - offset, to - offset).copy(chunk, from - at)
      }
      at += chunk.length
      done(null, chunk)
    },
  })
  content.once('error', (error) => change.destroy(error))
  change.once('close', () => content.destroy())
  return content.pipe(change)
}
