import { isPresumedLiving, latestBirths, type Families, type Life } from '#rules/access/living.ts'
import { itemSpan, type ItemDates } from '#rules/dates/partial-dates.ts'
import { createImplausible } from '#rules/people/implausible.ts'
import { STORY_LINKS, namedInStory, storyBlocks } from '#rules/stories/story-blocks.ts'
import type { Check, Key, Problem, Row } from './bundle-row.ts'
import { LISTS, type ListName } from './lists.ts'

/** Rests of web pages (`&amp;`, `<br>`) and of spreadsheets (`#REF!`, a column that was too narrow). */
const REST =
  /&(?:[a-z]{2,8}|#x?[\da-f]{1,6});|<\/?(?:a|b|br|div|em|font|i|li|p|span|strong|ul)\b[^<>]{0,200}>|^#(?:[A-Z]+[\d/]*[AN]?[?!]?|#+)$/i

/** Looks for what is valid but hardly meant in the rows of a bundle. Counts those who live. `missing`: the sentence for a link to what is not there. */
export function createNotices(living: Check['living']) {
  const implausible = createImplausible()
  return (list: ListName, row: Row, missing: (list: ListName, key: Key) => string | undefined): Problem[] => {
    living.add(list, row)
    const problems: Problem[] = []
    for (const [field, { kind }] of Object.entries(LISTS[list].columns)) {
      const rest = kind === 'text' ? REST.exec(String(row[field]))?.[0] : undefined
      if (rest) problems.push({ field, reason: `This text has “${rest}”, and pages will show exactly that.` })
    }
    const story = list === 'stories' ? String(row['text']) : ''
    for (const { word, key } of namedInStory(story)) {
      const reason = word !== 'map' && missing(STORY_LINKS[word], key)
      if (reason) problems.push({ field: 'text', reason })
    }
    const { problems: unread } = storyBlocks(story)
    for (const { line, text, message } of unread)
      problems.push({ field: 'text', reason: `Line ${line} of the text, “${text.slice(0, 80)}”: ${message}` })
    const reason = implausible(list, row)
    return reason ? [...problems, { field: '', reason }] : problems
  }
}

const earliest = (dates: readonly unknown[]) =>
  Math.min(...dates.map((date) => (typeof date === 'number' ? date : Infinity)))

/** Counts the people of a bundle who are presumed living, from its rows alone, which come in the order of the lists. */
export function createLivingCount() {
  const lives = new Map<unknown, Life>()
  const parents: [number, number][] = []
  const couples: [number, number][] = []
  function see(person: unknown, ...dates: unknown[]): void {
    const life = lives.get(person)
    const seen = earliest([life?.seen, ...dates])
    if (life && seen < Infinity) life.seen = seen
  }
  return {
    add(list: ListName, row: Row): void {
      const { person } = row
      if (list === 'people' && row['living'] === '') {
        const { id, date_of_birth, date_of_birth_text, date_of_death } = row as unknown as Life
        const isDead = date_of_death !== null || row['date_of_death_text'] !== ''
        lives.set(id, { id, date_of_birth, date_of_birth_text, date_of_death, isDead, seen: null })
        for (const spouse of row['spouses'] as number[]) couples.push([id, spouse])
      } else if (list === 'relationships') parents.push([Number(row['person1']), Number(row['person2'])])
      else if (list === 'graves' && lives.has(person)) lives.get(person)!.isDead = true
      else if (list === 'ownership') see(person, row['date'])
      else if (list === 'employment' || list === 'residents') see(person, row['date_start'], row['date_end'])
      else if (list === 'items') {
        const end = itemSpan(row as unknown as ItemDates)?.end
        for (const each of [row['people'], row['contributors'], row['creator']].flat()) see(each, end)
      }
    },
    count(rule: Parameters<typeof isPresumedLiving>[2]): number {
      const all = [...lives.values()]
      const births = latestBirths(all, { parents, couples } satisfies Families)
      return all.filter((life) => isPresumedLiving(life, births.get(life.id), rule)).length
    },
  }
}
