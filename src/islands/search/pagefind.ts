/** The part of Pagefind's browser API (https://pagefind.app/docs/api/) that is used here. */
export interface Pagefind {
  /** Null matches every record, in the order in which the build added them. */
  search(words: string | null, options?: { filters?: { type?: string } }): Promise<PagefindResponse>
  destroy(): Promise<void>
}
export interface PagefindResponse {
  results: { id: string; score: number; data(): Promise<PagefindRecord> }[]
}
export interface PagefindRecord {
  url: string
  content: string
  excerpt: string
  meta: Record<string, string>
  filters: Record<string, string[]>
}

export const PAGEFIND_OPTIONS = {
  basePath: '/pagefind/',
  excerptLength: 28,
  excerptEllipsis: '…',
  ranking: {
    // Names weigh more than running text, and surnames most: a visitor who types one looks for the family. A type weighs more than a mention of it.
    metaWeights: { title: 8, surname: 60, type: 20, years: 1, words: 1 },
    pageLength: 0.4,
  },
}

interface Module {
  createInstance(options: typeof PAGEFIND_OPTIONS): Pagefind
}

/** Loads Pagefind, which the build writes beside its index. A retry needs a new address: browsers remember that a module failed to load. */
export async function loadPagefind(attempt: number): Promise<Pagefind> {
  const address = `/pagefind/pagefind.js${attempt === 0 ? '' : `?attempt=${attempt}`}`
  const { createInstance } = (await import(/* @vite-ignore */ address)) as Module
  return createInstance(PAGEFIND_OPTIONS)
}
