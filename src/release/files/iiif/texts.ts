import type { RecordRow, RecordValue } from '#views/catalogue-record.ts'
import { pageLanguage } from '#rules/settings/languages.ts'
import { society } from '#society'
import { escapeMarkup, removeControls } from '../xml.ts'

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
