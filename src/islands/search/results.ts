import { SEARCH_KINDS } from '#rules/search/search-kinds.ts'
import { TYPES } from '#rules/search/index-filters.ts'
import type { Engine, Filters, Matches } from './engine.ts'
import type { Found } from './found.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import type { SearchRequest } from './request.ts'
import { yearPage } from './year-page.ts'

/** Results on one page. */
export const PAGE_SIZE = 20

/** A value of a filter, and how many results it leaves. */
interface Choice {
  value: string
  count: number
}
export interface ResultPage extends Pick<Matches, 'unknown' | 'correction'> {
  request: SearchRequest
  /** Number of results before and after the filters. */
  total: number
  count: number
  kinds: Choice[]
  types: Choice[]
  found: Found[]
  pages: number
  /** The page of the year that was searched for, before the first results. */
  year?: Link | undefined
}
export interface ResultState {
  phase: 'empty' | 'loading' | 'ready' | 'failed'
  request: SearchRequest
  /** What was found. While the next results are loading, the ones before. */
  page?: ResultPage
}

/** One page of results, with the counts of every filter. A page past the end becomes the last one. `isLast`: without those that can't be read, which were just withdrawn. */
export async function findPage(engine: Engine, request: SearchRequest, isLast = false): Promise<ResultPage> {
  const { words, kind, type } = request
  const all = await engine.search(words)
  const left = kind ? await engine.search(words, { kind, type }) : all
  const pages = Math.max(1, Math.ceil(left.list.length / PAGE_SIZE))
  const page = Math.min(request.page, pages)
  const matches = left.list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const read = await Promise.allSettled(matches.map((match) => match.read()))
  const found = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const failed = read.find((each) => each.status === 'rejected')
  if (failed && !(isLast && found.length > 0)) throw failed.reason
  return {
    request: { ...request, page },
    total: all.list.length,
    count: left.list.length,
    kinds: choices(SEARCH_KINDS, all.kinds, kind),
    types: kind === 'item' ? choices(TYPES, left.types, type) : [],
    found,
    unknown: all.unknown,
    correction: all.correction,
    pages,
    year: kind === '' && page === 1 ? await yearPage(words) : undefined,
  }
}

/** The values that leave results, and always the chosen one, so that it can be removed. */
const choices = (values: readonly string[], counts: Record<string, number>, chosen: string): Choice[] =>
  values
    .map((value) => ({ value, count: counts[value] ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === chosen)

/** Keeps the answers for the last words: filters, pages and Back then count alike, whether the API or the index answers the next search. */
function memoizeWords(engine: Engine) {
  let last = ''
  const answers = new Map<string, Promise<Matches>>()
  return {
    search(words: string, filters: Filters = {}): Promise<Matches> {
      if (words !== last) answers.clear()
      last = words
      const key = JSON.stringify(filters)
      const answer = answers.get(key) ?? engine.search(words, filters)
      answers.set(key, answer)
      return answer
    },
    forget: () => answers.clear(),
  }
}

/** The state of the results page: the newest request wins, however late an older answer comes. */
export function createResults(engine: Engine, onChange: (state: ResultState) => void) {
  const answers = memoizeWords(engine)
  let newest = 0
  let page: ResultPage | undefined
  const set = (phase: ResultState['phase'], request: SearchRequest) => onChange({ phase, request, page })
  return {
    /** The next search is asked anew. */
    forget: answers.forget,
    async show(request: SearchRequest): Promise<void> {
      const turn = ++newest
      if (request.words === '') {
        page = undefined
        return set('empty', request)
      }
      set('loading', request)
      // Once more: by now the engine knows that its index is out of date, or the API away.
      const found = await findPage(answers, request)
        .catch(() => {
          answers.forget()
          return findPage(answers, request, true)
        })
        .catch(() => {
          answers.forget()
          return undefined
        })
      if (turn !== newest) return
      page = found
      set(found ? 'ready' : 'failed', found?.request ?? request)
    },
  }
}
