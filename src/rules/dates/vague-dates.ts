import { dateParts, edtfDate, joinDate } from './partial-dates.ts'
import { parsePlainDate } from './plain-dates.ts'

/**
 * A parsed date. `start` and `end` are eight-digit dates (spec §3; 00 for an unknown month or day), null if the span is open on that side, and
 * equal for a single date. `edtf` is the same in EDTF (ISO 8601-2:2019), '' for a date written as unknown.
 */
export interface WrittenDate {
  start: number | null
  end: number | null
  edtf: string
}

const SEASONS: Record<string, readonly [first: number, last: number, edtf: number]> = {
  spring: [3, 5, 21],
  summer: [6, 8, 22],
  autumn: [9, 11, 23],
  fall: [9, 11, 23],
}
const EDTF_SEASONS = ['spring', 'summer', 'autumn', 'winter']

/** Summer 1901, 1901 summer, 1901-22. A winter spans two years, so only its year counts. */
function season(text: string): WrittenDate | undefined {
  const match =
    /^(?:the )?(?<season>spring|summer|autumn|fall|winter)(?: of)?,? (?<year>\d{4})$/i.exec(text) ??
    /^(?<year>\d{4}),? (?<season>spring|summer|autumn|fall|winter)$/i.exec(text) ??
    /^(?<year>\d{4})-2(?<number>[1-4])$/.exec(text)
  if (!match) return undefined
  const { season: name, year: digits, number } = match.groups!
  const year = Number(digits)
  const found = SEASONS[(name ?? EDTF_SEASONS[Number(number) - 1]!).toLowerCase()]
  if (!found) return { start: joinDate(year), end: joinDate(year), edtf: `${digits}-24` }
  return { start: joinDate(year, found[0]), end: joinDate(year, found[1]), edtf: `${digits}-${found[2]}` }
}

type Third = 'early' | 'mid' | 'late'
const THIRDS: Record<string, Third> = {
  early: 'early',
  earlier: 'early',
  beginning: 'early',
  start: 'early',
  mid: 'mid',
  middle: 'mid',
  late: 'late',
  later: 'late',
  latter: 'late',
  end: 'late',
}
const WORD = Object.keys(THIRDS).join('|')
const PART = String.raw`(?:the )?(?:(?:very )?(${WORD})(?: (?:part|years))?(?: of| in)?[ -](?:the )?)?`
const thirdOf = (word: string | undefined): Third | undefined => (word ? THIRDS[word.toLowerCase()] : undefined)

const yearsSpan = (from: number, to: number): WrittenDate => ({
  start: joinDate(from),
  end: joinDate(to),
  edtf: `${edtfDate(joinDate(from))}/${edtfDate(joinDate(to))}`,
})

/** Early, mid or late in a decade or century: its thirds. */
function part(third: Third | undefined, first: number, years: number): WrittenDate {
  const whole = yearsSpan(first, first + years - 1)
  if (!third) return { ...whole, edtf: years === 10 ? `${first / 10}X` : `${first / 100}XX` }
  const length = Math.floor(years / 3)
  if (third === 'early') return yearsSpan(first, first + length)
  if (third === 'mid') return yearsSpan(first + length + 1, first + years - length - 1)
  return yearsSpan(first + years - length, first + years - 1)
}

const DECADE = new RegExp(`^${PART}(\\d{3})(?:0['’]?s|[XUxu?-])$`, 'i')
/** "1800s" is the century: written-dates.ts has made "180X" of it where it is the decade. */
const HUNDRED = new RegExp(`^${PART}(\\d\\d)(?:00['’]?s|XX|--|uu|\\?\\?)$`, 'i')
const CENTURY = new RegExp(`^${PART}(\\d{1,2}(?:st|nd|rd|th)|[a-z]+(?:-first)?)(?:[ -]c(?:entury|ent\\.?|\\.)?)$`, 'i')
const FRACTION =
  /^(?:the )?(first|1st|former|second|2nd|middle|third|3rd|fourth|4th|last|final|latter) (half|third|quarter|decade) (?:of )?(?:the )?(.+)$/i
/** The part comes last: "1890s (late)", "19th century, second half". */
const PART_LAST = new RegExp(`^(.+?)(?:, | ?\\()(${WORD}|[a-z\\d]+ (?:half|third|quarter|decade))\\)?$`, 'i')
const CENTURIES: Record<string, number> = {
  sixteenth: 16,
  seventeenth: 17,
  eighteenth: 18,
  nineteenth: 19,
  twentieth: 20,
  'twenty-first': 21,
}
const ORDER: Record<string, number> = { first: 1, former: 1, second: 2, middle: 2, latter: 2, third: 3, fourth: 4 }
const PARTS_OF: Record<string, number> = { half: 2, third: 3, quarter: 4, decade: 10 }

/** 1880s, the 1880's, 188-, 188X, 188u, late 1880s; 19th century, early nineteenth century, 1800s, late 1800s, 18XX, 18--, first half of the 19th century. */
function years(text: string): WrittenDate | undefined {
  const hundred = HUNDRED.exec(text)
  if (hundred) return part(thirdOf(hundred[1]), Number(hundred[2]) * 100, 100)
  const decade = DECADE.exec(text)
  if (decade) return part(thirdOf(decade[1]), Number(decade[2]) * 10, 10)
  const century = CENTURY.exec(text)
  if (century) {
    const number = CENTURIES[century[2]!.toLowerCase()] ?? parseInt(century[2]!, 10)
    return number >= 2 ? part(thirdOf(century[1]), (number - 1) * 100, 100) : undefined
  }
  const last = PART_LAST.exec(text)
  return fraction(text) ?? (last ? years(`${last[2]} ${last[1]}`) : undefined)
}

/** The second half of the 19th century, the last quarter of the 1890s. */
function fraction(text: string): WrittenDate | undefined {
  const match = FRACTION.exec(text)
  const whole = match && years(match[3]!)
  if (!whole) return undefined
  const from = dateParts(whole.start!).year
  const length = dateParts(whole.end!).year - from + 1
  const [word, unit] = [match[1]!.toLowerCase(), match[2]!.toLowerCase()]
  const parts = PARTS_OF[unit]!
  const index = word === 'last' || word === 'final' ? parts : (ORDER[word] ?? Number(word[0]))
  const isOdd = (word === 'middle' && unit !== 'third') || (word === 'latter' && unit !== 'half')
  // Thirds of a part of a century, and decades of a decade, say nothing.
  if (isOdd || index > parts || (length !== 100 && (length !== 10 || unit === 'decade'))) return undefined
  const bound = (at: number) => from + Math.round((length * at) / parts)
  return yearsSpan(bound(index - 1), bound(index) - 1)
}

const MONTHS_OF: Record<Third, readonly [number, number]> = { early: [1, 4], mid: [5, 8], late: [9, 12] }
const PART_OF_YEAR = new RegExp(`^(${WORD})(?: of| in)?[ -](.+)$`, 'i')
/** Early 1890, late in 1890: thirds of a year. "Early March 1901" is that month. */
function partOfYear(text: string): WrittenDate | undefined {
  const match = PART_OF_YEAR.exec(text)
  const date = match && parsePlainDate(match[2]!)
  if (!date) return undefined
  const { year, month, day } = dateParts(date)
  if (day > 0) return undefined
  if (month > 0) return { start: date, end: date, edtf: edtfDate(date) }
  const [first, last] = MONTHS_OF[thirdOf(match[1])!].map((each) => joinDate(year, each))
  return { start: first!, end: last!, edtf: `${edtfDate(first!)}/${edtfDate(last!)}` }
}

/** Seasons, decades, centuries and their parts: Summer 1901, late 1880s, 18--, first half of the 19th century, early 1890. */
export const parseVagueDate = (text: string): WrittenDate | undefined => season(text) ?? years(text) ?? partOfYear(text)
