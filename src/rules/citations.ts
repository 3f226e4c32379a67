import type { Item } from '../contract/item.ts'
import { shownDate } from './life-spans.ts'
import { itemTitle, typeName } from './names.ts'
import { dateParts, MONTHS } from './partial-dates.ts'

/** A stretch of a citation. `italic` and `link` say how it is set; `accessed` is where the day on which it was read goes, empty until then. */
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
  /** The style as people know it. */
  name: string
  runs: Run[]
}

/** What a citation says of an item: flat texts, empty where nothing is known. */
export interface Cited {
  /** As the record has it: "The mill". */
  title: string
  type: string
  creator: { given: string; surname: string }
  /** Eight-digit dates (spec §3); both null where `written` says more than they do. */
  start: number | null
  end: number | null
  written: string
  collection: string
  identifier: string
}
/** Where it is held, and the item's permanent address. */
export interface HeldAt {
  archive: string
  society: string
  url: string
}

const CITED_TITLE = 300
/** What turns the direction of all that follows it, up to a mark that may be missing: it must not reach the rest of a citation. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g
/** One line, without characters that no style can set. */
const flat = (text: string) =>
  text
    .replace(TURNS, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
/** The same of what stands among marks of a style: its own at either end go, and marks alone say nothing. */
const part = (text: string) => (/[\p{L}\p{N}]/u.test(text) ? flat(text).replace(/^[\s.,;:]+|[\s,;:]+$/gu, '') : '')

export function citedItem(item: Item): Cited {
  const shown = shownDate(item)?.text ?? ''
  const told = shown !== (shownDate({ ...item, date_start_text: '', date_end_text: '' })?.text ?? '')
  const { creator, collection } = item
  return {
    title: flat(itemTitle(item)),
    type: typeName(item.type),
    creator: {
      given: part(`${creator?.first_name ?? ''} ${creator?.middle_name ?? ''}`),
      surname: part(creator?.surname ?? ''),
    },
    start: told ? null : item.date_start,
    end: told ? null : item.date_end,
    written: told ? part(shown) : '',
    collection: part(collection?.collection_name ?? ''),
    identifier: part(item.archival_identifier),
  }
}

/** MLA shortens the names of months but for May, June and July (MLA Handbook, 9th ed., appendix 1). */
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
/** A date or a span; `n.d.` for an undated item. */
export function citedDate({ start, end, written }: Pick<Cited, 'start' | 'end' | 'written'>, style: CitationStyle) {
  const day = DAYS[style]
  if (written !== '') return written
  if (start === null) return end === null ? UNDATED : `until ${day(end)}`
  return end === null || end === start ? day(start) : `${day(start)}–${day(end)}`
}

/** What goes where `accessed` stands. `today` is the visitor's day. */
export function accessed(style: CitationStyle, today: Date): string {
  const date = today.getFullYear() * 10_000 + (today.getMonth() + 1) * 100 + today.getDate()
  const day = DAYS[style](date)
  return { chicago: `accessed ${day}, `, mla: ` Accessed ${day}.`, plain: `, accessed ${day}` }[style]
}

/** A citation as one text; `today` where the day on which it was read is to be in it. */
export const citationText = ({ style, runs }: Citation, today?: Date): string =>
  runs.map((run) => (run.accessed ? (today ? accessed(style, today) : '') : run.text)).join('')

const CLOSED = /[.!?…][’”)\]]*$/
/** A part without the marks at its end that those of the style take the place of. */
const open = (text: string) => text.replace(/[\s.,;:–—-]+$/u, '')
/** Ends in exactly one stop; nothing stays nothing. */
const stopped = (text: string) => (text === '' || CLOSED.test(text) ? text : `${text.replace(/[\s,;:]+$/u, '')}.`)

/** Quotation marks within a quoted title are single ones (Chicago Manual 13.30). */
const inner = (title: string) =>
  title
    .replace(/[“„«]/g, '‘')
    .replace(/[”»]/g, '’')
    .replace(/(^|[\s([‘—–-])"/g, '$1‘')
    .replaceAll('"', '’')
const cut = (title: string) => {
  if (title.length <= CITED_TITLE) return title
  return `${title
    .slice(0, CITED_TITLE)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s.,;:]+$/, '')}…`
}
/** A title in quotation marks, with the style's mark within them; a question or an exclamation has its own. */
function quoted(title: string, mark: ',' | '.'): string {
  const text = inner(cut(title))
  if (mark === '.') return `“${stopped(text)}”`
  const plain = /\.{3}$/.test(text) ? text : open(text) || text
  return `“${plain}${/[!?…][’)\]]*$/.test(plain) ? '' : ','}”`
}
const filled = (parts: string[]) => parts.filter((part) => part !== '')
/** Parts of a list, none of which brings its own comma: `File, B 1, `. */
const listed = (parts: string[]) =>
  filled(parts.map((part) => open(part)))
    .map((part) => `${part}, `)
    .join('')

/** A name at the head of a list of works: `Calder, Ada May`. */
const inverted = ({ given, surname }: Cited['creator']) => filled([open(surname), given]).join(', ')
const natural = ({ given, surname }: Cited['creator']) => filled([given, surname]).join(' ')

/**
 * The item's citations, in the forms that the style guides have for a document of an archive seen online: a note (Chicago Manual of Style, 17th ed.,
 * 14.221-231), an entry of works cited (MLA Handbook, 9th ed.), and plain words. Texts of the archive are runs of text, never markup.
 */
export function citations(cited: Cited, { archive, society, url }: HeldAt): Citation[] {
  const { creator, title, type, collection, identifier } = cited
  const link: Run = { text: url, link: true }
  const day: Run = { text: '', accessed: true }
  const note = (style: CitationStyle): Run => {
    const date = citedDate(cited, style)
    const when = date === UNDATED ? `${date}, ` : listed([date])
    return {
      text: `${listed([natural(creator)])}${quoted(title, ',')} ${type.toLowerCase()}, ${when}${listed([collection, identifier, archive])}`,
    }
  }
  const work = filled([
    stopped(inverted(creator)),
    quoted(title, '.'),
    stopped(citedDate(cited, 'mla')),
    stopped(filled([open(collection), open(identifier)]).join(', ')),
  ]).join(' ')
  return [
    { style: 'chicago', name: 'Chicago', runs: [note('chicago'), day, link, { text: '.' }] },
    {
      style: 'mla',
      name: 'MLA',
      runs: [
        { text: `${work} ` },
        { text: archive, italic: true },
        { text: `, ${society === archive ? '' : `${open(society)}, `}` },
        link,
        { text: '.' },
        day,
      ],
    },
    { style: 'plain', name: 'Plain', runs: [note('plain'), link, day, { text: '.' }] },
  ]
}
