import { lastDay } from '#contract/dates.ts'
import { isArchiveDate } from '#contract/fields.ts'
import { DONE, SINCE, UNTIL } from './open-words.ts'
import { edtfDate, nextDate } from './partial-dates.ts'
import { parsePlainDate } from './plain-dates.ts'
import { parseVagueDate, type WrittenDate } from './vague-dates.ts'

export type { WrittenDate }

/** A date, season, decade or century without any mark of uncertainty. */
function certain(text: string): WrittenDate | undefined {
  const plain = parsePlainDate(text)
  if (plain !== undefined) return { start: plain, end: plain, edtf: edtfDate(plain) }
  const found = parseVagueDate(text)
  if (found) return found
  const rest = text.replace(DONE, '')
  return rest === text ? undefined : certain(rest)
}

type Mark = '~' | '?' | '%'
/** Adds a mark of EDTF to each side; approximate and uncertain together are "%". */
const marked = (date: WrittenDate | undefined, mark: Mark): WrittenDate | undefined =>
  date && {
    ...date,
    edtf: date.edtf
      .split('/')
      .map((side) => (/[~%]$/.test(side) && mark === '?' ? `${side.slice(0, -1)}%` : side + mark))
      .join('/'),
  }

const CIRCA = String.raw`(?:calculated|cal|circa|circ|cca|ca|c|about|abt|around|approximately|approx|estimated|est)(?![A-Za-z]{2})\.?`
const BEFORE = new RegExp(`^${CIRCA} ?(.+)$`, 'i')
const BEHIND = new RegExp(`^(.+?),? \\(?${CIRCA}\\)?$`, 'i')
/** Square brackets say that a cataloguer supplied the date. */
const unbracketed = (text: string): string => /^\[([^[\]]+)\]$/.exec(text)?.[1]?.trim() ?? text

/** Also approximate (c. 1890, 1890~, 1890 circa) or uncertain (1890?, [1890?], 1890 (?), probably 1890), or both (1890%). */
function single(text: string): WrittenDate | undefined {
  const exact = certain(text)
  if (exact) return exact
  const bare = unbracketed(text)
  // EDTF puts a mark in front of the part that it is about, too.
  const circa = BEFORE.exec(bare) ?? /^~?(\d.*?)~?$/.exec(/~/.test(bare) ? bare : '') ?? BEHIND.exec(bare)
  // "c. 1890?" counts as approximate.
  if (circa) return marked(certain(circa[1]!.replace(/ ?(?:\(\?\)|\[\?\]|\?)$/, '').trim()), '~')
  const both = /^(.+)%$/.exec(bare)
  if (both) return marked(certain(both[1]!), '%')
  const doubtful =
    /^(.+?) ?(?:(?<!\?)\?+|\(\?\)|\[\?\])$/.exec(bare) ??
    /^\?(.+)$/.exec(bare) ??
    /^(?:probably|prob\.|possibly|poss\.|perhaps|maybe|likely|presumably) (.+)$/i.exec(bare)
  if (doubtful) return marked(single(doubtful[1]!.trim()), '?')
  return bare === text ? undefined : certain(bare)
}

const matchOf = (forms: readonly RegExp[], text: string) =>
  forms
    .map((form) => form.exec(text))
    .map((found) => found && single((found[1] ?? found[2])!))
    .find(Boolean)

/** An open span: before 1900, pre-1900, 1900 or earlier, ../1900, ?-1900; after March 1901, 1901 onwards, 1901+, 1901-, 1900/.., 1900 to present. */
function openSpan(text: string): WrittenDate | undefined {
  const last = matchOf(UNTIL, text)
  const date = last ?? matchOf(SINCE, text)
  const given = last ? last.end : date?.start
  // "Before 1900" ends in 1899, "by 1900" in 1900.
  const isWithout = last ? /^(?:bef|prior|pre|<)/i : /^(?:aft|post|>)/i
  const other = last ? last.start : date?.end
  const known = isWithout.test(text) ? other && nextDate(other, last ? -1 : 1) : given
  if (!known || !isArchiveDate(known)) return undefined
  return last
    ? { start: null, end: known, edtf: `../${edtfDate(known)}` }
    : { start: known, end: null, edtf: `${edtfDate(known)}/..` }
}

/** From the start of one to the end of another, if they are in that order. */
function joined(from: WrittenDate | undefined, to: WrittenDate | undefined): WrittenDate | undefined {
  if (from?.start == null || to?.end == null || from.start > lastDay(to.end)) return undefined
  return { start: from.start, end: to.end, edtf: `${from.edtf.split('/')[0]!}/${to.edtf.split('/').at(-1)!}` }
}

/** What the first of two dates leaves out because the second says it: March-April 1901, 3-5 March 1901, late 19th - early 20th century. */
function completed(from: string, to: string): string {
  const month = /(?<![A-Za-z])([A-Za-z]{3,}\.?),? (\d{4})\b/.exec(to)
  if (/^\d{1,2}(?:st|nd|rd|th)?$/.test(from) && month) return `${from} ${month[1]} ${month[2]}`
  if (/^(?:(?:early|mid|late) )?\d{1,2}(?:st|nd|rd|th)$/i.test(from) && /c(?:entury|ent\.?|\.)?$/i.test(to))
    return `${from} century`
  if (/^(?:early|mid)$/i.test(from)) return to.replace(/^(?:mid|late)\b/i, from)
  const year = /(?:^|\D)(\d{4})$/.exec(to)
  return year && !/\d{3}/.test(from) ? `${from} ${year[1]}` : from
}

const SEPARATORS = [/ ?[–—] ?/g, / (?:-|to|and|or|until|till|through|thru|&) /gi, / ?\/ ?/g, / ?- ?/g]

/** Two dates: 1890-1895, 1890-95, 1906–7, between 1890 and 1895, from 1890 to c. 1895, 1890 or 1891, 1914-08/1918-11, 3-5 March 1901. */
function closedSpan(text: string): WrittenDate | undefined {
  const short = /^(.*?)(\d{2,3})(\d{1,2}) ?(?:[-–—/]| to | or | and ) ?(\d{1,2})(\??)$/.exec(text)
  const spelt = short && spellOut(short)
  if (spelt) return spelt
  const days = /^([A-Za-z]+\.?) (\d{1,2}) ?[-–—&] ?(\d{1,2}),? (\d{4})$/.exec(text)
  if (days) return joined(single(`${days[2]} ${days[1]} ${days[4]}`), single(`${days[3]} ${days[1]} ${days[4]}`))
  const body = text.replace(/^(?:between|bet\.?|btw\.?|from) /i, '')
  for (const separator of SEPARATORS) {
    for (const { 0: found, index } of body.matchAll(separator)) {
      const [from, to] = [body.slice(0, index), body.slice(index + found.length)]
      const span = joined(single(from) ?? single(completed(from, to)), single(to))
      if (span) return span
    }
  }
  return undefined
}

/** 1890-95 and 1906-7 are years of one century or decade. 1906-07 is a month of ISO 8601, and 1908-7 can't be years. */
function spellOut([, before, head, tail, second, doubt]: RegExpExecArray): WrittenDate | undefined {
  const year = `${head}${tail}`
  if (year.length !== 4 || Number(second) <= Number(year.slice(-second!.length))) return undefined
  return closedSpan(`${before}${year} - ${year.slice(0, -second!.length)}${second}${doubt}`)
}

const decadeSpan = (text: string) => (/\d{4} ?[-–—/] ?\d\??$/.test(text) ? closedSpan(text) : undefined)

/** Several dates (1936; 1940, "1910, cast 1950", {1936,1940}): from the first to the last. */
function list(text: string): WrittenDate | undefined {
  const inner = /^[[{](.+)[\]}]$/.exec(text)?.[1] ?? text
  for (const separator of [/ ?; ?/, / ?[,(&)] ?| and /]) {
    const parts = inner.split(separator).filter((each) => each !== '')
    if (parts.length < 2 || parts.length > 12) continue
    const dates = parts.map((each) => single(each) ?? closedSpan(each.replace('..', '/')))
    const numbers = dates.flatMap((date) => (date?.start && date.end ? [date] : []))
    if (numbers.length !== parts.length) continue
    const start = Math.min(...numbers.map((date) => date.start!))
    const end = numbers
      .map((date) => date.end!)
      .sort((a, b) => lastDay(a) - lastDay(b))
      .at(-1)!
    return { start, end, edtf: start === end ? edtfDate(start) : `${edtfDate(start)}/${edtfDate(end)}` }
  }
  return undefined
}

/** How catalogues write that a date is unknown. */
const UNKNOWN =
  /^\[?(?:n\.? ?d\.?|s\.? ?d\.?|no date(?: given| recorded| known)?|(?:date )?(?:is )?(?:not|un)[ -]?(?:dated|known|recorded|certain|specified|determined|given|available)|unknown date|undated|date unk\.?|unkn?\.?|\?+|\(\?\))\]?$/i
/** "n.d. [ca. 1890]": undated, but somebody found out. "1890 [i.e. 1891]": a mistake that was put right. */
const FOUND_OUT =
  /^(?:n\.? ?d\.?|undated|no date|(?:date )?unknown)[,;:]? [[(]?(.+?)[\])]?$|^.+ \[?i\.? ?e\.?,? (.+?)\]?$/i

/**
 * "1800s" is a century, but a decade beside another decade (1800s-1810s). With "early" or "late" the other one must be the next one:
 * "late 1800s to 1910s" begins in the century.
 */
function asDecades(text: string, beside: string): string {
  const decades = [...`${text} ${beside}`.matchAll(/\b(\d\d[1-9])(?:0['’]?s|X)\b/g)].map((found) => Number(found[1]))
  const isDecade = (ten: string, part?: string) => decades.some((each) => !part || Math.abs(each - Number(ten)) === 1)
  return text.replace(/\b(early|mid|late)?([ -]?)(\d\d0)0['’]?s\b/gi, (whole, part: string, gap: string, ten: string) =>
    isDecade(ten, part) ? `${part ?? ''}${gap}${ten}X` : whole,
  )
}

/** In the years when the year began on 25 March, winter days were written with both years. */
const BOTH_YEARS = /^([^/]*)\b(\d{3})(\d)\/(\d{1,2}|\d{4})$/
const LAST_OLD_STYLE = 1752

/** 10 Feb 1745/6 is a day of 1746. */
export function bothYears(text: string): WrittenDate | undefined {
  const [, day, decade, digit, second] = BOTH_YEARS.exec(text) ?? []
  const year = Number(`${decade}${digit}`) + 1
  if (!second || year > LAST_OLD_STYLE || !String(year).endsWith(second)) return undefined
  const date = /[a-z]/i.test(day!) ? certain(`${day}${year}`) : undefined
  return date?.start && date.start % 10_000 > 0 && date.start % 10_000 < 400 ? date : undefined
}

/** 29 February 1700 was a day of the old calendar: of ours, only the month is sure. */
function oldLeapDay(text: string): WrittenDate | undefined {
  const eve = /\b29\b.*\b1[0-7]00$/.test(text) ? parsePlainDate(text.replace(/\b29/, '28')) : undefined
  return eve && eve % 10_000 === 228 ? { start: eve - 28, end: eve - 28, edtf: edtfDate(eve - 28) } : undefined
}

/**
 * Parses a date as people write it (issue "Import"): `1890`, `c. 1890`, `March 1901`, `1914-08`, `1880s`, `before 1900`, `after 1900`,
 * `1890?`, `1890-1895`, `1906–7`, `Summer 1914`, `late 19th century`, `[between 1910 and 1920]`, `1936; 1940`, `n.d.`, EDTF, or eight digits. Undefined
 * if it cannot be parsed, or if day and month are ambiguous (3/4/1901).
 * @param beside the other date of the same row, as written.
 */
export function parseWrittenDate(written: string, beside = ''): WrittenDate | undefined {
  if (written.length > 200) return undefined
  const text = asDecades(written.normalize('NFKC').trim().replace(/\s+/g, ' '), beside)
    .replace(/\b(early|mid)(?:dle)?(?:-? to |-to-|-|\/| or | and )(?=mid|late)/gi, '$1 to ')
    .replace(/[.,;]$/, (mark) => (/(?:\.|\b[nscd]|approx|circ|ca|abt)\.$/i.test(written.trim()) ? mark : ''))
  if (text === '' || text.length > 100) return undefined
  if (UNKNOWN.test(text)) return { start: null, end: null, edtf: '' }
  const bare = unbracketed(text)
  // Before a month with one digit.
  const found =
    bothYears(bare) ??
    decadeSpan(bare) ??
    single(text) ??
    oldLeapDay(bare) ??
    openSpan(bare) ??
    closedSpan(bare) ??
    list(bare)
  if (found) return found
  const later = FOUND_OUT.exec(text)
  return later ? parseWrittenDate((later[1] ?? later[2])!) : undefined
}
