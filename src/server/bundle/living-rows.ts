import type { Row } from './bundle-row.ts'
import type { ListName } from './lists.ts'
import { isPresumedLiving, latestBirths, type Families, type Life } from '#rules/access/living.ts'
import { itemSpan, type ItemDates } from '#rules/dates/partial-dates.ts'

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
      else if (list === 'employment') see(person, row['date_start'], row['date_end'])
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
