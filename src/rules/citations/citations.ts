import type { Item } from '#contract/item.ts'
import { itemDisplayDate } from '../dates/display-dates.ts'
import { itemTitle, organizationName, typeName } from '../names/record-names.ts'
import { dateParts, MONTHS } from '../dates/partial-dates.ts'

/** A text run of a citation. `accessed` marks where the access date goes; its text is empty until then. */
export interface Run {
  text: string
  italic?: true
  link?: true
  accessed?: true
}
export const CITATION_STYLES = ['chicago', 'mla', 'plain'] as const
export type CitationStyle = (typeof CITATION_STYLES)[number]
export interface Citation {
  style: CitationStyle
  name: string
  runs: Run[]
}

/** The facts that a citation uses: single-line texts, empty if unknown. */
export interface CitedItem {
  title: string
  type: string
  creator: { given: string; surname: string; organization: string }
  /** Eight-digit dates (spec §3); both null if `written` is more informative. */
  start: number | null
  end: number | null
  written: string
  collection: string
  identifier: string
}
/** The institution that holds the item, and the item's permanent address. */
interface Holder {
  archive: string
  society: string
  url: string
}

const MAX_TITLE_LENGTH = 300
/** Bidirectional control characters: unclosed, they would change the direction of the rest of the citation. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const oneLine = (text: string) =>
  text
    .replace(BIDI_CONTROLS, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
/** One line, without punctuation at either end, since the citation style adds its own; empty for punctuation alone. */
const trimMarks = (text: string) =>
  /[\p{L}\p{N}]/u.test(text) ? oneLine(text).replace(/^[\s.,;:]+|(?<![\s,;:])[\s,;:]+$/gu, '') : ''

export function citedItem(item: Item): CitedItem {
  const shown = itemDisplayDate(item)?.text ?? ''
  const isInformative = shown !== (itemDisplayDate({ ...item, date_start_text: '', date_end_text: '' })?.text ?? '')
  const { creator, creator_organization: maker, collection } = item
  return {
    title: oneLine(itemTitle(item)),
    type: typeName(item.type),
    creator: {
      given: trimMarks(`${creator?.first_name ?? ''} ${creator?.middle_name ?? ''}`),
      surname: trimMarks(creator?.surname ?? ''),
      organization: maker ? trimMarks(organizationName(maker)) : '',
    },
    start: isInformative ? null : item.date_start,
    end: isInformative ? null : item.date_end,
    written: isInformative ? trimMarks(shown) : '',
    collection: trimMarks(collection?.collection_name ?? ''),
    identifier: trimMarks(item.archival_identifier),
  }
}

/** MLA abbreviates every month except May, June and July (MLA Handbook, 9th ed., appendix 1). */
const shortMonth = (month: number) => {
  const name = MONTHS[month - 1]!
  return name.length <= 4 ? name : month === 9 ? 'Sept.' : `${name.slice(0, 3)}.`
}
/** How each style writes a day: March 3, 1901 (Chicago Manual 6.38); 3 Mar. 1901 (MLA); 3 March 1901. */
const DAYS: Record<CitationStyle, (date: number) => string> = {
  chicago: (date) => {
    const { year, month, day } = dateParts(date)
    return month === 0 ? `${year}` : day === 0 ? `${MONTHS[month - 1]} ${year}` : `${MONTHS[month - 1]} ${day}, ${year}`
  },
  mla: (date) => {
    const { year, month, day } = dateParts(date)
    return [day || '', month ? shortMonth(month) : '', year].filter(Boolean).join(' ')
  },
  plain: (date) => {
    const { year, month, day } = dateParts(date)
    return [day || '', MONTHS[month - 1] ?? '', year].filter(Boolean).join(' ')
  },
}

const UNDATED = 'n.d.'
export function citedDate({ start, end, written }: Pick<CitedItem, 'start' | 'end' | 'written'>, style: CitationStyle) {
  const day = DAYS[style]
  if (written !== '') return written
  if (start === null) return end === null ? UNDATED : `until ${day(end)}`
  return end === null || end === start ? day(start) : `${day(start)}–${day(end)}`
}

/** The text of the `accessed` run. `today` is in the visitor's time zone. */
export function accessed(style: CitationStyle, today: Date): string {
  const date = today.getFullYear() * 10_000 + (today.getMonth() + 1) * 100 + today.getDate()
  const day = DAYS[style](date)
  return { chicago: `accessed ${day}, `, mla: ` Accessed ${day}.`, plain: `, accessed ${day}` }[style]
}

const ENDS_SENTENCE = /[.!?…][’”)\]]*$/
const trimEndMarks = (text: string) => text.replace(/(?<![\s.,;:–—-])[\s.,;:–—-]+$/u, '')
/** Ends in exactly one full stop; empty text stays empty. */
const withFullStop = (text: string) =>
  text === '' || ENDS_SENTENCE.test(text) ? text : `${text.replace(/(?<![\s,;:])[\s,;:]+$/u, '')}.`

/** Quotation marks within a quoted title are single ones (Chicago Manual 13.30). */
const singleQuotes = (title: string) =>
  title
    .replace(/[“„«]/g, '‘')
    .replace(/[”»]/g, '’')
    .replace(/(^|[\s([‘—–-])"/g, '$1‘')
    .replaceAll('"', '’')
const truncateTitle = (title: string) => {
  if (title.length <= MAX_TITLE_LENGTH) return title
  return `${title
    .slice(0, MAX_TITLE_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/(?<![\s.,;:])[\s.,;:]+$/, '')}…`
}
/** A title in quotation marks, with the style's punctuation inside, unless it ends in `?` or `!`. */
function quoted(title: string, mark: ',' | '.'): string {
  const text = singleQuotes(truncateTitle(title))
  if (mark === '.') return `“${withFullStop(text)}”`
  const plain = /\.{3}$/.test(text) ? text : trimEndMarks(text) || text
  return `“${plain}${/[!?…][’)\]]*$/.test(plain) ? '' : ','}”`
}
const nonEmpty = (parts: string[]) => parts.filter((part) => part !== '')
/** `File, B 1, ` */
const commaSeparated = (parts: string[]) =>
  nonEmpty(parts.map((part) => trimEndMarks(part)))
    .map((part) => `${part}, `)
    .join('')

/** `Calder, Ada May`, for a list of works cited. */
const inverted = ({ given, surname }: CitedItem['creator']) => nonEmpty([trimEndMarks(surname), given]).join(', ')
const natural = ({ given, surname }: CitedItem['creator']) => nonEmpty([given, surname]).join(' ')
/** `Calder, Ada May, and Hale Studio`: two creators, or the one there is. */
const withOrganization = (person: string, { organization }: CitedItem['creator'], and: string) =>
  nonEmpty([person, organization]).join(and)

/**
 * Citations in the form that each style guide gives for an archival document viewed online: a note (Chicago Manual of Style, 17th ed., 14.221-231), a
 * works-cited entry (MLA Handbook, 9th ed.), and plain text.
 */
export function citations(cited: CitedItem, { archive, society, url }: Holder): Citation[] {
  const { creator, title, type, collection, identifier } = cited
  const link: Run = { text: url, link: true }
  const day: Run = { text: '', accessed: true }
  const note = (style: CitationStyle): Run => {
    const date = citedDate(cited, style)
    const when = date === UNDATED ? `${date}, ` : commaSeparated([date])
    return {
      text: `${commaSeparated([withOrganization(natural(creator), creator, ' and ')])}${quoted(title, ',')} ${type.toLowerCase()}, ${when}${commaSeparated([collection, identifier, archive])}`,
    }
  }
  const work = nonEmpty([
    withFullStop(withOrganization(inverted(creator), creator, ', and ')),
    quoted(title, '.'),
    withFullStop(citedDate(cited, 'mla')),
    withFullStop(nonEmpty([trimEndMarks(collection), trimEndMarks(identifier)]).join(', ')),
  ]).join(' ')
  return [
    { style: 'chicago', name: 'Chicago', runs: [note('chicago'), day, link, { text: '.' }] },
    {
      style: 'mla',
      name: 'MLA',
      runs: [
        { text: `${work} ` },
        { text: archive, italic: true },
        { text: `, ${society === archive ? '' : `${trimEndMarks(society)}, `}` },
        link,
        { text: '.' },
        day,
      ],
    },
    { style: 'plain', name: 'Plain', runs: [note('plain'), link, day, { text: '.' }] },
  ]
}
