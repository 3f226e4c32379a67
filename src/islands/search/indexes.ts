import { SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { INDEX_NAME } from '#rules/search/vocabulary.ts'
import { memoizeAsync } from '#stores/shared/memoize.ts'
import type { Pagefind } from './pagefind.ts'
import { isPhrase } from '#rules/search/phrases.ts'
import type { Query } from './query.ts'
import { joinWords, type Vocabulary, type Words } from './vocabulary.ts'

export const OTHER_BUILD = 'The search index and what belongs to it are from different builds.'

export type Hit = Awaited<ReturnType<Pagefind['search']>>['results'][number]
/** Hits by their ids, each with its best score. The hit itself is kept: Pagefind releases the data of one that nobody holds. */
type Hits = Map<string, { hit: Hit; score: number }>

/** Every record of an index, in the order of the build: kind by kind, each kind in ascending order of ids. */
interface AllRecords {
  list: readonly Hit[]
  placeOf: Map<string, number>
}
/** The base index, and the delta over it if there is one: Pagefind merges them, and each hit's id begins with the name of its index. */
export interface Indexes {
  pagefind: Pagefind
  vocabulary: Vocabulary
  parts: Pick<Vocabulary, 'records' | keyof Words>[]
  words: Words
  all(): Promise<AllRecords[]>
}

export async function openIndexes(pagefind: Pagefind, vocabulary: Vocabulary): Promise<Indexes> {
  const { delta } = vocabulary
  const parts = delta && delta.files.length > 0 ? [vocabulary, delta] : [vocabulary]
  if (parts.length > 1) await pagefind.mergeDelta()
  const all = async () => {
    const { results } = await pagefind.search(null)
    const lists = byIndex(parts, results)
    if (lists.some((list, at) => list.length !== sizeOf(parts[at]!))) throw new Error(OTHER_BUILD)
    return lists.map((list) => ({ list, placeOf: new Map(list.map(({ id }, at) => [id, at])) }))
  }
  return { pagefind, vocabulary, parts, words: joinWords(parts), all: memoizeAsync(all) }
}
type Part = Indexes['parts'][number]

const IN_DELTA = `${INDEX_NAME.delta}_`
const byIndex = (parts: readonly Part[], hits: readonly Hit[]) =>
  parts.length === 1 ? [hits] : [false, true].map((is) => hits.filter(({ id }) => id.startsWith(IN_DELTA) === is))

/** Pagefind writes no index without records: one of an empty archive has a record that nothing finds. */
const sizeOf = ({ records }: Part) =>
  Math.max(
    1,
    SEARCH_KINDS.reduce((sum, kind) => sum + records[kind], 0),
  )

export function kindAt(place: number, { records }: Part): SearchKind {
  let end = 0
  return SEARCH_KINDS.find((kind) => place < (end += records[kind]))!
}

/** Hits of each index for any of the texts. Throws when an index cannot be read. */
export async function ask(open: Indexes, { texts }: Query, filters: { type?: string } = {}): Promise<Hits[]> {
  const best = open.parts.map((): Hits => new Map())
  await Promise.all(
    texts.map(async (text) => {
      const answers = await askText(open, text, filters)
      answers.forEach((hits, at) => {
        const scale = at === 0 || isPhrase(text) ? 1 : scaleOf(open.parts, answers, text.split(' ').length)
        for (const hit of hits) {
          const score = hit.score * scale
          if ((best[at]!.get(hit.id)?.score ?? -1) < score) best[at]!.set(hit.id, { hit, score })
        }
      })
    }),
  )
  return best
}

/** For a word that an index does not have, Pagefind returns its pages for a shorter one: hits count only in an index that has every word. */
async function askText(
  { pagefind, parts }: Indexes,
  text: string,
  filters: { type?: string },
): Promise<(readonly Hit[])[]> {
  const words = [...new Set(text.replaceAll('"', '').split(' '))]
  const answers = byIndex(parts, (await pagefind.search(text, { filters })).results)
  return Promise.all(
    parts.map(async (part, at) => {
      const known = await Promise.all(words.map((word) => part.has(word)))
      if (known.includes(false)) return []
      if (answers[at]!.length === 0 && !filters.type)
        for (const word of words)
          if (byIndex(parts, (await pagefind.search(word)).results)[at]!.length === 0)
            // The word is in the index, but Pagefind reports no error when it cannot load one.
            throw new Error(`The search index could not be read for “${word}”.`)
      return answers[at]!
    }),
  )
}

/** How rare a word is, as Pagefind 1.6 computes it: each score is proportional to it. */
const rarity = (records: number, having: number) => Math.log((records - having + 0.5) / (having + 0.5) + 1)

/**
 * Makes the scores of the delta comparable to those of the base, although its words are more or less rare. Exact for one word; several are taken to be equally
 * frequent.
 */
function scaleOf(parts: readonly Part[], answers: readonly (readonly Hit[])[], words: number): number {
  const [base, delta] = parts.map((part, at) => {
    const size = sizeOf(part)
    return rarity(size, size * (answers[at]!.length / size) ** (1 / words))
  })
  return base! / delta!
}
