import { MONTHS, dateParts } from '../dates/partial-dates.ts'

type Name = Record<'first_name' | 'middle_name' | 'surname', string>

/** What must not be in the release about one record. */
export interface Secret {
  /** For staff: "person 12 (Ada Ross)". */
  record: string
  /** Texts of which no part of some length may be there. */
  texts: readonly string[]
  /** A person: dates (eight digits) that must not stand near the name. */
  person?: Name & {
    id: number
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
/** Words before and after a name within which a day is taken for the person's; the years of a life stand right after it. */
const BEFORE = 12
const AFTER = 60
const NEXT_TO = 3

const ENTITY = /&#?\w{1,8};/g
const WORD = /[\p{L}\p{N}]+/gu
/** As pages write them: markup and entities are no words. */
const wordsOf = (text: string): string[] => text.toLowerCase().replace(ENTITY, ' ').match(WORD) ?? []

interface Pattern {
  record: string
  words: readonly string[]
  /** Where its rarest word is, by which it is found: the longest. */
  anchor: number
  /** Of a name that may be there: what must not stand near it, and so many words after it. */
  near?: readonly { form: readonly string[]; after: number }[]
}

function phrasesOf(text: string): string[][] {
  const words = wordsOf(text)
  if (words.length < SHORTEST) return []
  const phrases: string[][] = []
  for (let at = 0; at === 0 || at + PHRASE <= words.length; at += PHRASE) phrases.push(words.slice(at, at + PHRASE))
  return phrases
}

/** A name in a sentence, in a list, and in data. */
function nameForms({ first_name: first, middle_name: middle, surname }: Name): string[][] {
  const forms = [
    ...[`${first} ${surname}`, `${first} ${middle} ${surname}`, `${surname}, ${first}`],
    `${first}", "middle_name": "${middle}", "surname": "${surname}`,
  ]
  return [...new Map(forms.map((form) => [wordsOf(form).join(' '), wordsOf(form)])).values()].filter(
    ({ length }) => length > 1,
  )
}

/** A day as pages, data and machines write it. A year alone is that of many. */
function dateForms(date: number): string[][] {
  const { year, month, day } = dateParts(date)
  if (month === 0 || day === 0) return []
  const two = (part: number) => String(part).padStart(2, '0')
  return [
    [String(date)],
    [String(day), MONTHS[month - 1]!.toLowerCase(), String(year)],
    [String(year), two(month), two(day)],
  ]
}

/** Names of fields are in all data. */
const FIELD_WORDS = new Set(['middle', 'name', 'surname'])
function patternOf(record: string, words: readonly string[], near?: Pattern['near']): Pattern {
  const weight = (word: string) => (FIELD_WORDS.has(word) ? 0 : word.length)
  const anchor = words.reduce((best, word, at) => (weight(word) > weight(words[best]!) ? at : best), 0)
  return { record, words, anchor, ...(near && { near }) }
}

function patternsOf({ record, texts, person }: Secret): Pattern[] {
  const phrases = texts.flatMap(phrasesOf).map((words) => patternOf(record, words))
  if (!person) return phrases
  const days = person.dates.flatMap(dateForms).map((form) => ({ form, after: AFTER }))
  const years = { form: wordsOf(person.years), after: NEXT_TO }
  const near = years.form.length > 0 ? [...days, years] : days
  return [...phrases, ...nameForms(person).map((words) => patternOf(record, words, person.isHidden ? undefined : near))]
}

const stands = (words: readonly string[], at: number, pattern: readonly string[]) =>
  pattern.every((word, place) => words[at + place] === word)

/** Characters around a word that are read for its neighbours, and for what stands near it. */
const NEXT = 48
const REACH = { before: 1200, after: 4000 }
/** Neither accents of their own nor typographic punctuation, which stand beside words (“Quill’s”). */
const LETTER = String.raw`a-z\d\u00aa\u00b5\u00ba\u00c0-\u02ff\u0370-\u1fff\u2c00-\u2dff\u3040-\uffff`
const OF_PERSON = /\/(media\/person|people\/images|person-overview)\/(\d{1,15})(?!\d)/g

/** Of those who are shown: their names, which others may have, too ("Ann Ross" is in "Mary Ann Ross"), and their texts. */
export interface Shown {
  names: readonly Name[]
  texts: readonly string[]
}

/** Returns a function that finds what must not be in a text. What the shown have in common with others is no secret, nor is what several of these have. */
export function createFirewall(secrets: readonly Secret[], { names, texts }: Shown = { names: [], texts: [] }) {
  const all = secrets.flatMap(patternsOf)
  const textOf = ({ words }: Pattern) => words.join(' ')
  const common = new Set<string>()
  for (const [text, some] of Map.groupBy(all, textOf))
    if (new Set(some.map(({ record }) => record)).size > 1) common.add(text)
  const inShown = createSearch(all.filter(({ near }) => !near))
  const forms = names.flatMap((name) => nameForms(name).map((words) => words.join(' ')))
  for (const text of [...forms, ...texts]) for (const { found } of inShown(text)) common.add(found)
  const search = createSearch(all.filter((pattern) => pattern.near || !common.has(textOf(pattern))))
  const people = new Map(secrets.flatMap(({ record, person }) => (person ? [[person.id, { record, ...person }]] : [])))
  return (text: string): Leak[] => [
    ...search(text),
    ...Array.from(text.matchAll(OF_PERSON)).flatMap(([address, folder, id]) => {
      const person = people.get(Number(id))
      const isLeak = person && (folder !== 'person-overview' || person.isHidden)
      return isLeak ? [{ record: person.record, found: address }] : []
    }),
  ]
}

/** Whether a text can hold a pattern: one that needs a date beside it, where all words of one are somewhere. Names alone are in most texts. */
const isPossible = ({ near }: Pattern, holds: (word: string) => boolean) =>
  !near || near.some(({ form }) => form.every(holds))

function memoize<T>(of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    if (!known.has(word)) known.set(word, of(word))
    return known.get(word)!
  }
}

/** Searches a text for the rarest words of all patterns at once, and reads it closely only around them. */
function createSearch(patterns: readonly Pattern[]) {
  const byAnchor = Map.groupBy(patterns, ({ words, anchor }) => words[anchor]!)
  // Literal words alone: of a thousand of these the engine makes one table.
  const anchors = new RegExp(`(?<![${LETTER}])(?:${[...byAnchor.keys()].join('|')})(?![${LETTER}])`, 'g')

  /** Mostly a word stands between others. */
  function patternsAt(some: readonly Pattern[], text: string, word: string, index: number): readonly Pattern[] {
    const beside = text.slice(Math.max(0, index - NEXT), index + word.length + NEXT)
    const patterns = some.filter(({ words, anchor: at }) => beside.includes(words[at + 1] ?? words[at - 1]!))
    if (patterns.length === 0) return patterns
    const previous = wordsOf(text.slice(Math.max(0, index - NEXT), index)).at(-1)
    const [next] = wordsOf(text.slice(index + word.length, index + word.length + NEXT))
    return patterns.filter(
      ({ words, anchor: at }) => (words[at + 1] ?? next) === next && (words[at - 1] ?? previous) === previous,
    )
  }
  function leakAt(before: readonly string[], after: readonly string[], { record, words, anchor, near }: Pattern) {
    const all = [...before, ...after]
    const at = before.length - anchor
    if (at < 0 || !stands(all, at, words)) return []
    if (!near) return [{ record, found: words.join(' ') }]
    const end = at + words.length
    const date = near.find(({ form, after: most }) =>
      all.some((_, place) => place >= at - Math.min(BEFORE, most) && place < end + most && stands(all, place, form)),
    )
    return date ? [{ record, found: `${words.join(' ')} … ${date.form.join(' ')}` }] : []
  }
  return (text: string): Leak[] => {
    // Data writes a new line as a letter.
    const lower = text.toLowerCase().replaceAll('\\n', '  ')
    const leaks: Leak[] = []
    // Of this text: whether a word is there, and the patterns of an anchor that it can hold.
    const holds = memoize((word: string) => lower.includes(word))
    const possible = memoize((word: string) => byAnchor.get(word)!.filter((pattern) => isPossible(pattern, holds)))
    // `matchAll` takes twice as long.
    for (let match; patterns.length > 0 && (match = anchors.exec(lower));) {
      const { 0: word, index } = match
      const some = possible(word)
      if (some.length === 0) continue
      const there = patternsAt(some, lower, word, index)
      if (there.length === 0) continue
      const around = lower.slice(Math.max(0, index - REACH.before), index + REACH.after)
      const found = there.filter((pattern) => isPossible(pattern, (each) => around.includes(each)))
      if (found.length === 0) continue
      const before = wordsOf(lower.slice(Math.max(0, index - REACH.before), index))
      const after = wordsOf(lower.slice(index, index + REACH.after))
      for (const pattern of found) leaks.push(...leakAt(before, after, pattern))
    }
    return leaks
  }
}
