import { isArchiveDate } from '#contract/fields.ts'
import { lastDay } from '#contract/dates.ts'
import { edtfDate, joinDate, MONTHS } from './partial-dates.ts'

/**
 * A parsed date. `start` and `end` are eight-digit dates (spec §3; 00 for an unknown month or day), null if the span is open on that side, and
 * equal for a single date. `edtf` is the same in EDTF (ISO 8601-2:2019), '' for a date written as unknown.
 */
export interface WrittenDate {
  start: number | null
  end: number | null
  edtf: string
}

const monthNumber = (word: string): number | undefined => {
  const letters = word.toLowerCase().replace('.', '')
  if (letters === 'sept') return 9
  const found = letters.length < 3 ? -1 : MONTHS.findIndex((month) => month.toLowerCase().startsWith(letters))
  return found === -1 ? undefined : found + 1
}

/** One plain date: 1890, 18900000, 1914-08, 1914-08-03, 1914/08/03, March 1901, 3 March 1901, 3-Mar-1901, March 3, 1901. */
function plainDate(text: string): number | undefined {
  const candidates: (() => number | undefined)[] = [
    () => (/^\d{8}$/.test(text) ? Number(text) : undefined),
    () => (/^\d{4}$/.test(text) ? joinDate(Number(text)) : undefined),
    () => {
      const match = /^(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?$/.exec(text)
      return match ? joinDate(Number(match[1]), Number(match[3]), Number(match[4] ?? 0)) : undefined
    },
    () => {
      const match = /^(?:(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -])?([A-Za-z]+\.?),?[ -](\d{4})$/.exec(text)
      const month = match && monthNumber(match[2]!)
      return match && month ? joinDate(Number(match[3]), month, Number(match[1] ?? 0)) : undefined
    },
    () => {
      const match = /^([A-Za-z]+\.?) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text)
      const month = match && monthNumber(match[1]!)
      return match && month ? joinDate(Number(match[3]), month, Number(match[2])) : undefined
    },
  ]
  for (const candidate of candidates) {
    const date = candidate()
    // 00000000 is not a date. A written month or day of 0 ("1890-00") means unknown (spec §3).
    if (date !== undefined && isArchiveDate(date)) return date
  }
  return undefined
}

const SEASONS: Record<string, readonly [first: number, last: number, edtf: number]> = {
  spring: [3, 5, 21],
  summer: [6, 8, 22],
  autumn: [9, 11, 23],
  fall: [9, 11, 23],
}
/** Summer 1901. A winter spans two years, so only its year counts. */
function season(text: string): WrittenDate | undefined {
  const match = /^(?:the )?(spring|summer|autumn|fall|winter)(?: of)?,? (\d{4})$/i.exec(text)
  if (!match) return undefined
  const year = Number(match[2])
  const found = SEASONS[match[1]!.toLowerCase()]
  if (!found) return { start: joinDate(year), end: joinDate(year), edtf: `${match[2]}-24` }
  return { start: joinDate(year, found[0]), end: joinDate(year, found[1]), edtf: `${match[2]}-${found[2]}` }
}

/** Early, mid or late in a decade or century: its thirds. */
function part(word: string | undefined, first: number, years: number): WrittenDate {
  const third = Math.floor(years / 3)
  const bounds: Record<string, readonly [number, number]> = {
    early: [first, first + third],
    mid: [first + third + 1, first + years - third - 1],
    middle: [first + third + 1, first + years - third - 1],
    late: [first + years - third, first + years - 1],
  }
  const [from, to] = bounds[word?.toLowerCase() ?? ''] ?? [first, first + years - 1]
  const whole = years === 10 ? `${Math.floor(first / 10)}X` : `${Math.floor(first / 100)}XX`
  const edtf = word ? `${edtfDate(joinDate(from))}/${edtfDate(joinDate(to))}` : whole
  return { start: joinDate(from), end: joinDate(to), edtf }
}

/** 1880s, the 1880's, 188-, 188X, late 1880s; 19th century, early 20th century, 18XX. */
function years(text: string): WrittenDate | undefined {
  const decade = /^(?:the )?(?:(early|mid|middle|late)[ -](?:the )?)?(\d{3})(?:0['’]?s|[X-])$/i.exec(text)
  if (decade) return part(decade[1], Number(decade[2]) * 10, 10)
  const hundred = /^(\d\d)XX$/i.exec(text)
  if (hundred) return part(undefined, Number(hundred[1]) * 100, 100)
  const century =
    /^(?:the )?(?:(early|mid|middle|late)[ -](?:the )?)?(\d{1,2})(?:st|nd|rd|th) c(?:entury|ent\.?|\.)?$/i.exec(text)
  if (!century || Number(century[2]) < 2) return undefined
  return part(century[1], (Number(century[2]) - 1) * 100, 100)
}

/** A date, season, decade or century without any mark of uncertainty. */
function certain(text: string): WrittenDate | undefined {
  const plain = plainDate(text.replace(/^(?:mon|tues|wednes|thurs|fri|satur|sun)day,? /i, ''))
  if (plain !== undefined) return { start: plain, end: plain, edtf: edtfDate(plain) }
  return season(text) ?? years(text)
}

const marked = (date: WrittenDate | undefined, mark: '~' | '?'): WrittenDate | undefined =>
  date && { ...date, edtf: date.edtf.includes('/') ? date.edtf.replace('/', `${mark}/`) + mark : date.edtf + mark }

/** Also approximate (c. 1890, 1890~) or uncertain (1890?, [1890?], 1890 (?), probably 1890). */
function single(text: string): WrittenDate | undefined {
  const bare = /^\[(.+)\]$/.exec(text)?.[1]?.trim() ?? text
  const circa = /^(?:circa|ca\.?|c\.?|about|around|approximately|approx\.?) ?(.+)$/i.exec(bare) ?? /^(.+)~$/.exec(bare)
  // "c. 1890?" counts as approximate.
  if (circa) return marked(certain(circa[1]!.replace(/ ?\(?\?\)?$/, '').trim()), '~')
  const doubtful = /^(.+?) ?(?:\?|\(\?\))$/.exec(bare) ?? /^(?:probably|possibly|perhaps|maybe) (.+)$/i.exec(bare)
  if (doubtful) return marked(certain(doubtful[1]!.trim()), '?')
  return certain(bare)
}

const UNTIL = /^(?:before|by|until|till|prior to|pre-?|not after|no later than|up to|\.\.\/) ?(.+)$/i
const SINCE = /^(?:after|since|from|post-?|not before|no earlier than) ?(.+)$|^(.+)\/\.\.$/i

/** An open span: before 1900, pre-1900, after March 1901, ../1900. */
function openSpan(text: string): WrittenDate | undefined {
  const until = UNTIL.exec(text)
  const last = until && single(until[1]!)
  if (last) {
    // "Before the 1880s" ends when they begin; "by 1900" includes 1900.
    const end = /^(?:before|prior|pre)/i.test(text) ? last.start : last.end
    return { start: null, end, edtf: end === null ? '' : `../${edtfDate(end)}` }
  }
  const since = SINCE.exec(text)
  const first = since && single((since[1] ?? since[2])!)
  if (!first) return undefined
  const start = /^(?:after|post)/i.test(text) ? first.end : first.start
  return { start, end: null, edtf: start === null ? '' : `${edtfDate(start)}/..` }
}

/** Two dates: 1890-1895, 1890-95, between 1890 and 1895, from 1890 to c. 1895, 1890 or 1891, 1914-08/1918-11. */
function closedSpan(text: string): WrittenDate | undefined {
  const short = /^(.*?)(\d\d)(\d\d) ?[-–—/] ?(\d\d)$/.exec(text)
  if (short && Number(short[4]) > Number(short[3])) {
    const spelt = closedSpan(`${short[1]}${short[2]}${short[3]} - ${short[2]}${short[4]}`)
    if (spelt) return spelt
  }
  const body = text.replace(/^(?:between|from) /i, '')
  for (const separator of [/ ?[–—] ?/, / (?:-|to|and|or|until|through) /i, / ?\/ ?/, / ?- ?/]) {
    const parts = body.split(separator)
    if (parts.length !== 2) continue
    const [from, to] = [single(parts[0]!), single(parts[1]!)]
    if (from?.start == null || to?.end == null || from.start > lastDay(to.end)) continue
    const edtf = `${from.edtf.split('/')[0]!}/${to.edtf.split('/').at(-1)!}`
    return { start: from.start, end: to.end, edtf }
  }
  return undefined
}

/** How catalogues write that a date is unknown. */
const UNKNOWN = /^\[?(?:n\.? ?d\.?|no date|not dated|undated|date unknown|unknown|unkn?\.?|\?+)\]?$/i

/**
 * Parses a date as people write it (issue "Import"): `1890`, `c. 1890`, `March 1901`, `1914-08`, `1880s`, `before 1900`, `after 1900`,
 * `1890?`, `1890-1895`, `Summer 1914`, `late 19th century`, `n.d.`, or eight digits. Undefined if it cannot be parsed, or if day and month are
 * ambiguous (3/4/1901).
 */
export function parseWrittenDate(written: string): WrittenDate | undefined {
  const text = written
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\.$/, (dot) => (/^n\.? ?d\.$/i.test(written.trim()) ? dot : ''))
  if (text === '' || text.length > 100) return undefined
  if (UNKNOWN.test(text)) return { start: null, end: null, edtf: '' }
  return single(text) ?? openSpan(text) ?? closedSpan(text)
}
