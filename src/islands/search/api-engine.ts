import type { SearchAnswer } from '#contract/search.ts'
import { isAlone } from '#client/edition.ts'
import { isSearchKind, resultAddress } from '#rules/search/search-kinds.ts'
import { type Engine, type Filters, type LoadTexts, type Match, openEngine } from './engine.ts'
import { type Found, safeUrl } from './found.ts'
import { typeLabel } from './kind-names.ts'
import { markWords } from './marks.ts'

/** Milliseconds after which the index of the last build is searched instead. */
const TIMEOUT = 2500
async function readJson(address: string): Promise<unknown> {
  if (isAlone) throw Error()
  return (await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) })).json()
}

type Kind = SearchAnswer['kinds'][number]
type Row = Kind['results'][number]
/** Searches by the API at `base`, `size` results of each kind at a time; further ones are asked for when they are read. */
export function openApiEngine(base: string, size: number, read = readJson): Engine {
  /** Rejects for anything but an answer of a search, such as an error or a page of another server. */
  async function ask(search: string, filters: Filters, page: number): Promise<SearchAnswer> {
    const query = new URLSearchParams({ search, ...filters, page: `${page}`, page_size: `${size}` })
    const answer = (await read(`${base}/api/search/?${query}`)) as SearchAnswer
    // A newer server may know other kinds.
    return { ...answer, kinds: answer.kinds.filter(({ kind }) => isSearchKind(kind)) }
  }
  return {
    async search(words, filters = {}) {
      const { kinds, types, unknown, correction } = await ask(words, filters, 1)
      const list = kinds.flatMap(({ kind, count, results }) => {
        const pages = [Promise.resolve(results)]
        const rowsOf = (page: number) =>
          (pages[page] ??= ask(words, { ...filters, kind }, page + 1).then((more) => more.kinds[0]!.results))
        return Array.from({ length: count }, (_, at): Match => ({
          kind,
          score: 0,
          read: async () => readRow((await rowsOf(Math.floor(at / size)))[at % size]!, kind, words, base),
        }))
      })
      // In the order of the server.
      list.forEach((match, at) => (match.score = -at))
      return {
        list,
        kinds: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
        types: Object.fromEntries(types.map(({ type, count }) => [type, count])),
        unknown: unknown.map(({ word }) => word),
        correction: correction ?? '',
      }
    },
  }
}

/** Throws without a row: a record was withdrawn since the first page was read. */
const readRow = (
  { id, type, image, text, title, years, place = '' }: Row,
  kind: Kind['kind'],
  words: string,
  base: string,
): Found => ({
  url: resultAddress(kind, id) + place,
  kind,
  title,
  type: typeLabel(type),
  years,
  image: image && safeUrl(base + image),
  description: text,
  excerpt: markWords(text, words),
})

/** Milliseconds without asking an API that has failed. */
const PAUSE = 30_000

/** The API first, and the index of the last build while it fails or is slow. */
export function withFallback(api: Engine, index: Engine): Engine {
  let until = 0
  const pause = (error: unknown) => {
    until = Date.now() + PAUSE
    throw error
  }
  return {
    async search(words, filters) {
      if (Date.now() > until)
        try {
          const found = await api.search(words, filters).catch(pause)
          for (const match of found.list) {
            const { read } = match
            match.read = () => read().catch(pause)
          }
          return found
        } catch {
          // Asked below.
        }
      return index.search(words, filters)
    },
  }
}

/** The API at `base`, with the index of the last build as its fallback. `size`: results of a kind that are shown at once. */
export const openSearch = (base = '', size: number, texts?: LoadTexts): Engine =>
  withFallback(openApiEngine(base, size), openEngine(undefined, texts))
