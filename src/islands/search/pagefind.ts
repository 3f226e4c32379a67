import type { FoundPlace } from '#rules/addresses/hit-address.ts'
import type { IndexQuery } from '#rules/search/index-filters.ts'

export type PagefindFilters = IndexQuery & Partial<Record<'part' | 'item', { any: readonly string[] }>>

/** A hit. Its record is loaded with one small request. */
export interface Hit {
  id: string
  score: number
  data(): Promise<PagefindRecord>
}
export interface PagefindAnswer {
  results: Hit[]
  /** Number of results with each value of the filters that were ever named. */
  filters: Partial<Record<string, Record<string, number>>>
  /** More items have the words in their texts than are looked at. */
  isShortened?: boolean
}
export interface PagefindRecord {
  url: string
  content: string
  excerpt: string
  meta: Record<string, string>
  filters: Record<string, string[]>
  /** Of an item that only its texts have the words of: where. */
  found?: FoundPlace
}
/** The part of Pagefind's browser API (https://pagefind.app/docs/api/) that is used here. */
export interface Pagefind {
  /** Null finds every record, in the order in which the build added them. */
  search(words: string | null, options?: { filters?: PagefindFilters }): Promise<PagefindAnswer>
  destroy(): Promise<void>
}

/** A search as Pagefind is asked it. */
export interface Asked {
  pagefind: Pagefind
  text: string | null
  filters: PagefindFilters
}
/** Adds to what was found by a query the items that only their texts have the words of, in the order of dates. */
export type AddTexts = (named: PagefindAnswer, query: IndexQuery) => PagefindAnswer

const PAGEFIND_OPTIONS = {
  excerptLength: 28,
  excerptEllipsis: '…',
  ranking: {
    // Names weigh more than running text, and surnames most: a visitor who types one looks for the family. A type weighs more than a mention of it.
    metaWeights: { title: 8, surname: 60, type: 20, years: 1, words: 1 },
    pageLength: 0.4,
  },
}

interface Module {
  createInstance(options: object): Pagefind & { mergeIndex(path: string, options: object): Promise<void> }
}

/** Pagefind with all parts of the index, the keys of an object, which are in one folder. It refuses to merge a path of its own: hence the dot. */
export async function openPagefind({ createInstance }: Module, parts: object, folder = 'pagefind'): Promise<Pagefind> {
  const [first, ...others] = Object.keys(parts)
  const basePath = `/${folder}/`
  const optionsOf = (part: string) => ({ ...PAGEFIND_OPTIONS, ...(others.length > 0 && { mergeFilter: { part } }) })
  const instance = createInstance({ basePath, ...optionsOf(first!) })
  await Promise.all(others.map((part) => instance.mergeIndex(`${basePath}./`, { language: part, ...optionsOf(part) })))
  return instance
}

/** Loads Pagefind, which the build writes beside its index. A retry needs a new address: browsers remember that a module failed to load. */
export async function loadPagefind(attempt: number, parts: object, folder?: string): Promise<Pagefind> {
  const address = `/pagefind/pagefind.js${attempt === 0 ? '' : `?attempt=${attempt}`}`
  return openPagefind((await import(/* @vite-ignore */ address)) as Module, parts, folder)
}

/** Pagefind's own list of the parts, which changes with every index. */
export async function readEntry(): Promise<string> {
  const answer = await fetch('/pagefind/pagefind-entry.json', { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`The search index answered ${answer.status}`)
  return answer.text()
}
