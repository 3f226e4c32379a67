/** What the first bytes of a file say. Decided by content, as the server does (server/scans/inspect-picture.ts), never by name. */
export interface FileHeader {
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
