import type { RecordRow, RecordValue } from '#rules/records.ts'
import { society } from '#society'

/** Texts by language, as Presentation API 3 §4.4 writes every text that people read. */
export type Texts = Record<string, string[]>

/** What neither HTML nor XML may hold. */
// eslint-disable-next-line no-control-regex -- these characters are what is looked for
const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g
const clean = (text: string) => text.toWellFormed().replace(FORBIDDEN, '')

/** Labels: never read as HTML. */
export const label = (text: string): Texts => ({ [society.language]: [clean(text)] })

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => clean(text).replace(/[&<>"']/g, (letter) => ESCAPES[letter]!)

/**
 * Plain text where a viewer may expect HTML (values, summaries): it takes for HTML what begins with `<` and ends with `>` (Presentation API 3 §4.5),
 * so such a text is written as HTML that shows it as it is.
 */
export function plain(text: string): string {
  const trimmed = clean(text).trim()
  return trimmed.startsWith('<') && trimmed.endsWith('>') ? `<span>${escapeHtml(trimmed)}</span>` : trimmed
}

/** Of the elements and attributes that §4.5 has viewers keep. Only addresses of the web are links. */
export function link(text: string, href: string): string {
  const address = URL.parse(href)
  if (!address || !/^https?:$/.test(address.protocol)) return plain(text)
  return `<a href="${escapeHtml(address.href)}">${escapeHtml(text)}</a>`
}

export const values = (list: readonly string[]): Texts => ({ [society.language]: [...list] })

/** The rows of a catalogue record, its links absolute; without those that the manifest says elsewhere. */
export function metadata(
  rows: readonly RecordRow[],
  absolute: (address: string) => string,
  leaveOut: readonly string[],
) {
  const shown = ({ text, href, external }: RecordValue) =>
    href === undefined ? plain(text) : link(text, external ? href : absolute(href))
  return rows
    .filter(({ term }) => !leaveOut.includes(term))
    .map(({ term, values: list }) => ({ label: label(term), value: values(list.map(shown)) }))
}
