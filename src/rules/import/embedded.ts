import exifr from 'exifr'

/** What a picture says of itself (EXIF, IPTC, XMP); empty where it says nothing. Its position is no part of that. */
export interface Embedded {
  title: string
  caption: string
  /** What a person wrote: 1905, 1905-03 or 1905-03-14. */
  date: string
  /** The day by the clock of a camera: of an old print, when it was copied. */
  taken: string
  creators: string[]
  keywords: string[]
  place: string
}

const OPTIONS = {
  ...{ tiff: true, exif: true, xmp: true, iptc: true, icc: false, jfif: false, ihdr: false },
  ...{ reviveValues: false, translateValues: false },
}
/** What cameras and scanners write where people would write a caption. */
const MACHINE = /digital camera|^(?:sony dsc|dcim|exif_jpeg|epson|hp photosmart|lead tech|created with|screenshot)/i

/** IPTC may be UTF-8, which exifr reads as Latin-1. */
function mended(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text // oxlint-disable-line no-control-regex
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))
  } catch {
    return text
  }
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** What an entity of XML stands for: exifr leaves them as they are. */
const signOf = (entity: string, name: string) =>
  name.startsWith('#')
    ? String.fromCharCode(Number(name.replace('#', '').replace(/^x/i, '0x')))
    : (SIGNS[name] ?? entity)

/** Texts of a tag: one, several, or one in several languages, the first of which counts. */
function textsOf(tag: unknown): string[] {
  if (Array.isArray(tag)) {
    const texts = tag.flatMap(textsOf)
    return tag.some((each) => typeof each === 'object') ? texts.slice(0, 1) : texts
  }
  if (tag !== null && typeof tag === 'object') return 'value' in tag ? textsOf(tag.value) : []
  const text = typeof tag === 'number' ? String(tag) : typeof tag === 'string' ? tag : ''
  const plain = mended(text.replaceAll('\0', ''))
    .replace(/&(\w{2,4}|#x?[\da-f]{1,6});/gi, signOf)
    .trim()
  return plain === '' ? [] : [plain]
}
/** 1905-03-14 of `1905:03:14 10:00`, `19050314` or `1905-03-00`. */
function dayIn(written = ''): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})[:-]?(\d\d)?[:-]?(\d\d)?/.exec(written) ?? []
  const parts = [year, month, day]
  const end = parts.findIndex((part) => Number(part) === 0)
  return parts.slice(0, end < 0 ? 3 : end).join('-')
}

/** In a JPEG all of it stands before the picture; a TIFF may have it at its end. Bytes. */
const MOST = { jpeg: 2 ** 21, other: 2 ** 27 }

/** Reads what a picture says of itself. Undefined for nothing, for what is no JPEG, TIFF, PNG or HEIC, and for another than a JPEG of over 128 MiB. */
export async function readEmbedded(file: Blob, fileName: string): Promise<Embedded | undefined> {
  const most = /\.jpe?g$/i.test(fileName) ? MOST.jpeg : MOST.other
  if (most === MOST.other && file.size > most) return undefined
  const parsing = exifr.parse(await file.slice(0, most).arrayBuffer(), OPTIONS) as Promise<Record<string, unknown>>
  const tags = (await parsing.catch(() => undefined)) ?? {}
  const said = (names: string) =>
    names
      .split(' ')
      .map((name) => textsOf(tags[name]))
      .find(({ length }) => length > 0) ?? []
  const stem = fileName.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '')
  const meant = (names: string) => said(names).find((text) => text !== stem && !MACHINE.test(text)) ?? ''
  const [title, caption] = [
    meant('title ObjectName Headline XPTitle'),
    meant('description Caption ImageDescription XPComment'),
  ]
  const keywords = said('subject Keywords XPKeywords').flatMap((each) => each.split(';'))
  const embedded = {
    ...{ title, caption: caption === title ? '' : caption, date: dayIn(said('DateCreated')[0]) },
    // A scanner has no exposure.
    taken: tags['ExposureTime'] === undefined ? '' : dayIn(said('DateTimeOriginal')[0]),
    creators: said('creator Byline Artist XPAuthor'),
    keywords: [...new Set(keywords.map((each) => each.trim()))],
    place: [...new Set(['Location Sublocation', 'City', 'State', 'Country'].flatMap(said))].join(', '),
  }
  return Object.values(embedded).some(({ length }) => length > 0) ? embedded : undefined
}
