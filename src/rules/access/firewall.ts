import { MONTHS, dateParts } from '../dates/partial-dates.ts'

/** What must not be in the release about one record. */
export interface Secret {
  /** For staff: "person 12 (Ada Ross)". */
  record: string
  /** Texts of which no part of some length may be there. */
  texts: readonly string[]
  /** A person: dates (eight digits) that must not stand near the name. */
  person?: {
    id: number
    first_name: string
    middle_name: string
    surname: string
    dates: readonly number[]
    /** The years of the life as pages write them: "born 1958". */
    years: string
    /** The name must not be there either. */
    isHidden: boolean
  }
}
/** What was found: of which record, and which words. */
export interface Leak {
  record: string
  found: string
}

/** Words of a text that are looked for together: fewer are somebody else's, too. */
const PHRASE = 7
const SHORTEST = 4
/** Words before and after a name within which a date is taken for the person's. */
const BEFORE = 12
const AFTER = 60

const WORD = /[\p{L}\p{N}]+/gu
/** As pages write them: markup and entities are no words. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/&#?\w{1,8};/g, ' ')
    .match(WORD) ?? []

interface Pattern {
  record: string
  words: readonly string[]
  /** Of a name that may be there: what must not stand near it. */
  near?: readonly (readonly string[])[]
}

function phrasesOf(text: string): string[][] {
  const words = wordsOf(text)
  if (words.length < SHORTEST) return []
  const phrases: string[][] = []
  for (let at = 0; at === 0 || at + PHRASE <= words.length; at += PHRASE) phrases.push(words.slice(at, at + PHRASE))
  return phrases
}

/** A name in a sentence, in a list, and in data. */
function nameForms({ first_name: first, middle_name: middle, surname }: NonNullable<Secret['person']>): string[][] {
  const forms = [
    ...[`${first} ${surname}`, `${first} ${middle} ${surname}`, `${surname}, ${first}`],
    `${first}", "middle_name": "${middle}", "surname": "${surname}`,
  ]
  return [...new Map(forms.map((form) => [wordsOf(form).join(' '), wordsOf(form)])).values()].filter(
    ({ length }) => length > 1,
  )
}

/** A day as pages, data and machines write it. */
function dateForms(date: number): string[][] {
  const { year, month, day } = dateParts(date)
  if (month === 0 || day === 0) return [[String(date)]]
  const two = (part: number) => String(part).padStart(2, '0')
  return [
    [String(date)],
    [String(day), MONTHS[month - 1]!.toLowerCase(), String(year)],
    [String(year), two(month), two(day)],
  ]
}

function patternsOf({ record, texts, person }: Secret): Pattern[] {
  const patterns: Pattern[] = texts.flatMap((text) => phrasesOf(text).map((words) => ({ record, words })))
  if (!person) return patterns
  const { id, dates, years, isHidden } = person
  const addresses = [
    ['media', 'person', `${id}`],
    ['people', 'images', `${id}`],
  ]
  if (isHidden) addresses.push(['person', 'overview', `${id}`])
  const near = [...dates.flatMap(dateForms), wordsOf(years)].filter((form) => form.length > 0)
  return [
    ...patterns,
    ...addresses.map((words) => ({ record, words })),
    ...nameForms(person).map((words) => (isHidden ? { record, words } : { record, words, near })),
  ]
}

const stands = (words: readonly string[], at: number, pattern: readonly string[]) =>
  pattern.every((word, place) => words[at + place] === word)

/**
 * Returns a function that finds what must not be in a text. Its time grows with the text, hardly with the number of secrets: each word is looked up once.
 * @param allowed names that others have, too, who are shown.
 */
export function createFirewall(secrets: readonly Secret[], allowed: readonly string[] = []) {
  const shared = new Set(allowed.map((name) => wordsOf(name).join(' ')))
  const byFirst = new Map<string, Pattern[]>()
  for (const pattern of secrets.flatMap(patternsOf)) {
    if (!pattern.near && shared.has(pattern.words.join(' '))) continue
    const [first] = pattern.words
    byFirst.set(first!, [...(byFirst.get(first!) ?? []), pattern])
  }
  return (text: string): Leak[] => {
    const words = wordsOf(text)
    const leaks: Leak[] = []
    for (const [at, word] of words.entries()) {
      for (const { record, words: pattern, near } of byFirst.get(word) ?? []) {
        if (!stands(words, at, pattern)) continue
        if (!near) {
          leaks.push({ record, found: pattern.join(' ') })
          continue
        }
        for (let place = Math.max(0, at - BEFORE); place < at + pattern.length + AFTER; place++)
          for (const date of near)
            if (stands(words, place, date)) leaks.push({ record, found: `${pattern.join(' ')} … ${date.join(' ')}` })
      }
    }
    return leaks
  }
}
