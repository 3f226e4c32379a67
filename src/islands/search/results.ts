import { type Engine, KINDS } from './engine.ts'
import type { Found } from './found.ts'
import { TYPES } from './item-types.ts'
import type { SearchRequest } from './request.ts'

/** Results on one page. */
export const PAGE_SIZE = 20

/** A way to narrow the search, and how many results it leaves. */
export interface Choice {
  value: string
  count: number
}
export interface ResultPage {
  request: SearchRequest
  /** All results of the words, before any filter; and those that the filters leave. */
  total: number
  count: number
  kinds: Choice[]
  types: Choice[]
  found: Found[]
  pages: number
}
export type ResultState =
  | { phase: 'empty' }
  | { phase: 'loading'; request: SearchRequest }
  | { phase: 'ready'; page: ResultPage }
  | { phase: 'failed'; request: SearchRequest }

/** One page of results with the counts of every filter. A page past the end is the last one. */
export async function findPage(engine: Engine, request: SearchRequest): Promise<ResultPage> {
  const { words, kind, type } = request
  const all = await engine.search(words)
  const ofKind = kind ? await engine.search(words, { kind }) : all
  const left = type ? await engine.search(words, { kind, type }) : ofKind
  const pages = Math.max(1, Math.ceil(left.list.length / PAGE_SIZE))
  const page = Math.min(request.page, pages)
  const found = await Promise.all(
    left.list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((match) => match.read()),
  )
  return {
    request: { ...request, page },
    total: all.list.length,
    count: left.list.length,
    kinds: choices(KINDS, all.kinds, kind),
    types: kind === 'item' ? choices(TYPES, ofKind.types, type) : [],
    found,
    pages,
  }
}

/** Choices that leave something, and the chosen one always, so that it can be taken back. */
const choices = (values: readonly string[], counts: Record<string, number>, chosen: string): Choice[] =>
  values
    .map((value) => ({ value, count: counts[value] ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === chosen)

/** The state of the result page: the newest request wins, however late an older answer comes. */
export function createResults(engine: Engine, onChange: (state: ResultState) => void) {
  let asked = 0
  return {
    async show(request: SearchRequest): Promise<void> {
      const turn = ++asked
      if (request.words === '') return onChange({ phase: 'empty' })
      onChange({ phase: 'loading', request })
      try {
        const page = await findPage(engine, request)
        if (turn === asked) onChange({ phase: 'ready', page })
      } catch {
        if (turn === asked) onChange({ phase: 'failed', request })
      }
    },
  }
}
