import { dateParts } from '#rules/dates/partial-dates.ts'
import type { Rights } from '#rules/citations/rights.ts'
import { society } from '#society'
import type { RecordRow, RecordValue } from '#views/catalogue-record.ts'
import { pageLanguage } from '#rules/settings/languages.ts'
import { escapeMarkup, removeControls } from '#rules/markup/xml.ts'

export const CONTEXT = 'http://iiif.io/api/presentation/3/context.json'

/** Without a trailing slash; `pictures` as in a snapshot's meta. */
export interface BaseUrls {
  site: string
  api: string
  pictures: string
}

/** An HTML page (§3.3.1 "homepage"). */
export const page = (id: string, name: string) => ({
  id,
  type: 'Text',
  label: label(name),
  format: 'text/html',
  language: [society.language],
})

/** The institution (§3.1 "provider"), if it has a website to be named by. */
export const provider = () => {
  const id: string = society.links.mainWebsite
  const agent = { id, type: 'Agent', label: label(society.name), homepage: [page(id, society.name)] }
  return id === '' ? {} : { provider: [agent] }
}

/** The attribution that viewers must show (§3.1 "requiredStatement"). */
export const attribution = (rights?: Rights) => ({
  label: ownLabel('Attribution'),
  value: values([
    ...(rights?.credit ? [plain(rights.credit)] : []),
    `${society.siteName}, ${society.name}`,
    ...(rights?.holder ? [plain(`Rights: ${rights.holder}`)] : []),
    ...(rights ? [rights.href ? link(rights.text, rights.href) : rights.text] : []),
  ]),
})

/** The date for a viewer's timeline (§3.1 "navDate"): the start of the item's date; undefined if unknown. */
export function navDate(date: number | null): string | undefined {
  if (date === null) return undefined
  const { year, month, day } = dateParts(date)
  if (year < 1 || year > 9999) return undefined
  const two = (value: number) => String(Math.max(1, value)).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(month === 0 ? 0 : day)}T00:00:00Z`
}

/** A statement's URI as `rights` wants it (Presentation API 3 §3.1): the RDF address, with http. */
export const iiifRights = (uri: string): string => uri.replace(/^https:/, 'http:')

/** A language map (Presentation API 3 §4.4). */
export type Texts = Record<string, string[]>

/** Of the collection. Labels are never parsed as HTML. */
export const label = (text: string): Texts => ({ [society.language]: [removeControls(text)] })

/** Our own words, which are English as on the pages. */
export const ownLabel = (text: string): Texts => ({ [pageLanguage(society.language)]: [text] })

/**
 * Plain text for values and summaries. Viewers parse text that begins with `<` and ends with `>` as HTML (Presentation API 3 §4.5), so such a text is
 * escaped.
 */
export function plain(text: string): string {
  const trimmed = removeControls(text).trim()
  return trimmed.startsWith('<') && trimmed.endsWith('>') ? `<span>${escapeMarkup(trimmed)}</span>` : trimmed
}

/** An `<a>`, which §4.5 allows; plain text if the address is not http(s). */
export function link(text: string, href: string): string {
  const address = URL.parse(href)
  if (!address || !/^https?:$/.test(address.protocol)) return plain(text)
  return `<a href="${escapeMarkup(address.href)}">${escapeMarkup(text)}</a>`
}

export const values = (list: readonly string[]): Texts => ({ [society.language]: [...list] })

/** The rows of a catalogue record with absolute links to the records' pages, without the terms that the manifest has elsewhere. */
export function metadata(
  rows: readonly RecordRow[],
  absolute: (address: string) => string,
  leaveOut: readonly string[],
) {
  const shown = ({ text, href, about, external }: RecordValue) =>
    href === undefined ? plain(text) : link(text, external ? href : absolute(about ?? href))
  return rows
    .filter(({ term }) => !leaveOut.includes(term))
    .map(({ term, values: list }) => ({ label: ownLabel(term), value: values(list.map(shown)) }))
}

/** A canvas that is painted with one body (§3.3.1). */
export function paintedCanvas<Own extends object>(id: string, canvas: Own, body: object) {
  const painting = { id: `${id}/annotation`, type: 'Annotation', motivation: 'painting', body, target: id }
  return { id, type: 'Canvas', ...canvas, items: [{ id: `${id}/page`, type: 'AnnotationPage', items: [painting] }] }
}
