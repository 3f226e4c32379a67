/** The part of Pagefind's browser API (https://pagefind.app/docs/api/) that is used here. */
export interface Pagefind {
  /** Null matches every record, in the order in which the build added them. */
  search(words: string | null, options?: { filters?: { type?: string } }): Promise<PagefindResponse>
  /** Merges another index of the same folder. The ids of its hits begin with its name. */
  merge(name: string): Promise<void>
  destroy(): Promise<void>
}
interface PagefindResponse {
  results: { id: string; score: number; data(): Promise<PagefindRecord> }[]
}
export interface PagefindRecord {
  url: string
  content: string
  excerpt: string
  meta: Record<string, string>
  filters: Record<string, string[]>
}

const PAGEFIND_OPTIONS = {
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
  createInstance(options: typeof PAGEFIND_OPTIONS): Omit<Pagefind, 'merge'> & {
    mergeIndex(path: string, options: object): Promise<void>
  }
}

/** Pagefind with all indexes in one folder, so that they share its program. It refuses to merge a path of its own: hence the dot. */
export function openPagefind({ createInstance }: Module): Pagefind {
  const { basePath, ...options } = PAGEFIND_OPTIONS
  const instance = createInstance(PAGEFIND_OPTIONS)
  return {
    search: instance.search,
    destroy: instance.destroy,
    merge: (language) => instance.mergeIndex(`${basePath}./`, { ...options, language }),
  }
}

/** Loads Pagefind, which the build writes beside its index. A retry needs a new address: browsers remember that a module failed to load. */
export async function loadPagefind(attempt: number): Promise<Pagefind> {
  const address = `/pagefind/pagefind.js${attempt === 0 ? '' : `?attempt=${attempt}`}`
  return openPagefind((await import(/* @vite-ignore */ address)) as Module)
}
