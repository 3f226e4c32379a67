import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { IMAGES } from './messages.ts'

/** What the first bytes of a file say. Decided by content, as the server does (server/scans/inspect-picture.ts), never by name. */
interface FileHeader {
  kind: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif' | 'heic' | 'svg' | 'pdf' | 'unknown'
  /** Pixels as stored, before turning; undefined where they are not simply read. */
  size: { width: number; height: number } | undefined
}

/** Enough for the size of most JPEGs, whose EXIF data comes first. */
const HEAD_BYTES = 256 * 1024

/** @throws where the file can't be read any more. */
export async function readFileHeader(file: Blob): Promise<FileHeader> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const view = new DataView(bytes.buffer)
  const kind = kindOf(bytes)
  if (kind === 'png' && bytes.length >= 24)
    return { kind, size: { width: view.getUint32(16), height: view.getUint32(20) } }
  if (kind === 'gif' && bytes.length >= 10)
    return { kind, size: { width: view.getUint16(6, true), height: view.getUint16(8, true) } }
  return { kind, size: kind === 'jpeg' ? jpegSize(view) : undefined }
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes)

function kindOf(bytes: Uint8Array): FileHeader['kind'] {
  const start = latin1(bytes.subarray(0, 64))
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG')) return 'png'
  if (start.startsWith('GIF8')) return 'gif'
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp'
  if (/^(?:II[*+]\0|MM\0[*+])/.test(start)) return 'tiff'
  if (start.startsWith('%PDF')) return 'pdf'
  // Brands of ISO base media files: the major one, then the compatible ones.
  if (start.startsWith('ftyp', 4)) {
    if (/avi[fs]/.test(start.slice(8))) return 'avif'
    if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(start.slice(8))) return 'heic'
  }
  const text = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart().toLowerCase()
  return text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg')) ? 'svg' : 'unknown'
}

/** The size in the frame header of a JPEG (SOF0 to SOF15, but for DHT, JPG and DAC). */
function jpegSize(view: DataView): FileHeader['size'] {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

export interface CheckedFiles {
  accepted: File[]
  /** Accepted, but like an image that is there already. */
  duplicates: File[]
  refused: { name: string; text: string }[]
}

interface Options {
  /** Images that are there already. */
  images: readonly { name: string; size: number }[]
  /** Whether the archive takes HEIC. Asked only if there is one. */
  takesHeic(): Promise<boolean>
}

/** A file name to show: nothing in it can turn or break the line. */
export const shownName = (name: string): string => name.replace(/\p{C}/gu, '').trim() || 'picture'

/** Checks chosen files before they are stored, with the sentences that the server would answer. */
export async function checkFiles(files: readonly File[], { images, takesHeic }: Options): Promise<CheckedFiles> {
  const checked: CheckedFiles = { accepted: [], duplicates: [], refused: [] }
  const known = new Set(images.map(keyOf))
  for (const file of files) {
    const text = await refusalOf(file, takesHeic)
    if (text !== undefined) checked.refused.push({ name: shownName(file.name), text })
    else (known.has(keyOf(file)) ? checked.duplicates : checked.accepted).push(file)
    known.add(keyOf(file))
  }
  return checked
}

const keyOf = ({ name, size }: { name: string; size: number }) => JSON.stringify([name, size])

async function refusalOf(file: File, takesHeic: () => Promise<boolean>): Promise<string | undefined> {
  if (file.size > SCAN.maximumBytes) return PICTURE.bytes(file.size, SCAN.maximumBytes)
  let header: FileHeader
  try {
    header = await readFileHeader(file)
  } catch {
    return IMAGES.gone
  }
  if (file.size === 0) return PICTURE.empty
  const { kind, size } = header
  if (kind === 'svg') return PICTURE.svg
  if (kind === 'unknown') return PICTURE.kind
  if (size && size.width * size.height > SCAN.maximumPixels) {
    return PICTURE.pixels(size.width, size.height, SCAN.maximumPixels)
  }
  return kind === 'heic' && !(await takesHeic()) ? PICTURE.heic : undefined
}
