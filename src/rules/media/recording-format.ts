import type { FileFormat } from '#contract/file.ts'

/** Bytes that say what a recording is. */
export const RECORDING_HEAD = 64

/** The format of a recording by its first bytes, whatever its name says. */
export function recordingFormat(bytes: Uint8Array): FileFormat | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, RECORDING_HEAD))
  if (head.startsWith('OggS')) return 'ogg'
  if (head.startsWith('fLaC')) return 'flac'
  if (head.startsWith('RIFF') && head.startsWith('WAVE', 8)) return 'wav'
  // Not those of HEIC and AVIF.
  const brand = head.startsWith('ftyp', 4) ? head.slice(8, 12) : ''
  if (/^M4[AB]/.test(brand)) return 'm4a'
  if (/^(?:iso[m2-9]|mp4[12]|avc1|M4V |dash|3gp)/.test(brand)) return 'mp4'
  if (head.startsWith('\x1a\x45\xdf\xa3') && head.includes('webm')) return 'webm'
  const isFrame = bytes[0] === 0xff && (bytes[1]! & 0xe6) === 0xe2
  return head.startsWith('ID3') || isFrame ? 'mp3' : undefined
}
