import { SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { type RecordCounts, shardOf } from '#rules/search/vocabulary.ts'
import { memoizeAsync } from '#stores/shared/memoize.ts'
import type { Pagefind } from './pagefind.ts'
import { isPhrase } from '#rules/search/phrases.ts'
import type { Query } from './query.ts'
import type { Part, Vocabulary } from './vocabulary.ts'

export const OTHER_BUILD = 'The search index and what belongs to it are from different builds.'

export type Hit = Awaited<ReturnType<Pagefind['search']>>['results'][number]
/** Hits by their ids, each with its best score. The hit itself is kept: Pagefind releases the data of one that nobody holds. */
type Hits = Map<string, { hit: Hit; score: number }>

/** Every record of the base or of the delta, in the order of the build: kind by kind, each kind in ascending order of ids. */
interface AllRecords {
  records: RecordCounts
  list: readonly Hit[]
  placeOf: Map<string, number>
}
/** The shards of the base, and the delta if there is one: Pagefind merges them, and each hit's id begins with the name of its index. */
export interface Indexes {
  pagefind: Pagefind
  vocabulary: Vocabulary
  /** Of the base, and of the delta. */
  all(): Promise<AllRecords[]>
}

export async function openIndexes(pagefind: Pagefind, vocabulary: Vocabulary): Promise<Indexes> {
  const { parts, shards, records, delta } = vocabulary
  await Promise.all(parts.slice(1).map(({ name }) => pagefind.merge(name)))
  const all = async () => {
    const { results } = await pagefind.search(null)
    const lists = byPart(parts, results)
    if (lists.some((list, at) => list.length !== parts[at]!.size)) throw new Error(OTHER_BUILD)
    const count = shards.length
    const added = lists[count] ?? []
    const inBase = (_: unknown, place: number) => lists[shardOf(place, count)]![Math.floor(place / count)]!
    const base = Array.from({ length: results.length - added.length }, inBase)
    return [allRecords(records, base), ...(delta ? [allRecords(delta.records, added)] : [])]
  }
  return { pagefind, vocabulary, all: memoizeAsync(all) }
}
const allRecords = (records: RecordCounts, list: readonly Hit[]): AllRecords => ({
  records,
  list,
  placeOf: new Map(list.map(({ id }, at) => [id, at])),
})

const byPart = (parts: readonly Part[], hits: readonly Hit[]) =>
  parts.length === 1 ? [hits] : parts.map(({ name }) => hits.filter(({ id }) => id.startsWith(`${name}_`)))

export function kindAt(place: number, { records }: AllRecords): SearchKind {
  let end = 0
  return SEARCH_KINDS.find((kind) => place < (end += records[kind]))!
}

/** Hits for any of the texts. Throws when an index cannot be read. */
export async function ask(open: Indexes, { texts }: Query, filters: { type?: string } = {}): Promise<Hits> {
  const best: Hits = new Map()
  await Promise.all(
    texts.map(async (text) => {
      const answers = await askText(open, text, filters)
      const rarities = raritiesOf(open.vocabulary.parts, answers, text.split(' ').length)
      answers.forEach((hits, at) => {
        const scale = isPhrase(text) ? 1 : rarities.ofAll / rarities.ofParts[at]!
        for (const hit of hits) {
          const score = hit.score * scale
          if ((best.get(hit.id)?.score ?? -1) < score) best.set(hit.id, { hit, score })
        }
      })
    }),
  )
  return best
}

/** For a word that an index does not have, Pagefind returns its pages for a shorter one: hits count only in an index that has every word. */
async function askText(
  { pagefind, vocabulary: { parts } }: Indexes,
  text: string,
  filters: { type?: string },
): Promise<(readonly Hit[])[]> {
  const words = [...new Set(text.replaceAll('"', '').split(' '))]
  const answers = byPart(parts, (await pagefind.search(text, { filters })).results)
  return Promise.all(
    parts.map(async (part, at) => {
      const known = await Promise.all(words.map((word) => part.has(word)))
      if (known.includes(false)) return []
      if (answers[at]!.length === 0 && !filters.type)
        for (const word of words)
          if (byPart(parts, (await pagefind.search(word)).results)[at]!.length === 0)
            // The word is in the index, but Pagefind reports no error when it cannot load one.
            throw new Error(`The search index could not be read for “${word}”.`)
      return answers[at]!
    }),
  )
}

/** How rare a word is, as Pagefind 1.6 computes it: each score is proportional to it. */
const rarity = (records: number, having: number) => Math.log((records - having + 0.5) / (having + 0.5) + 1)

/**
 * How rare a text is in all indexes together and in each, to make the scores of one comparable to those of another. Exact for one word; several are taken to
 * be equally frequent.
 */
function raritiesOf(parts: readonly Part[], answers: readonly (readonly Hit[])[], words: number) {
  const rarityOf = (size: number, hits: number) => rarity(size, size * (hits / size) ** (1 / words))
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  return {
    ofAll: rarityOf(sum(parts.map(({ size }) => size)), sum(answers.map((hits) => hits.length))),
    ofParts: parts.map(({ size }, at) => rarityOf(size, answers[at]!.length)),
  }
}
