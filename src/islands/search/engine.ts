import { type Piece, readExcerpt } from './marks.ts'

/** What can be found, in the order in which filters list it. Pagefind's filter `kind` holds these words. */
export const KINDS = ['item', 'person', 'organization', 'place', 'subject', 'collection'] as const
export type Kind = (typeof KINDS)[number]
export const KIND_NAMES: Record<Kind, string> = {
  item: 'Items',
  person: 'People',
  organization: 'Organizations',
  place: 'Places',
  subject: 'Subjects',
  collection: 'Collections',
}
export const isKind = (value: string): value is Kind => (KINDS as readonly string[]).includes(value)

/** One record as it is shown. Every field is plain text, empty where the record has none. */
export interface Found {
  url: string
  title: string
  kind: string
  type: string
  years: string
  image: string
  imageAlt: string
  description: string
  excerpt: Piece[]
}

/** A hit that is not read yet: reading it costs one small request. */
export interface Match {
  score: number
  read(): Promise<Found>
}

/** `kinds` and `types` count what the same words find in each, among what the filters leave. */
export interface Matches {
  list: Match[]
  kinds: Record<string, number>
  types: Record<string, number>
}
export interface Filters {
  kind?: string
  type?: string
}
export interface Engine {
  /** Best match first. Rejects when the index cannot be reached; the next call tries again. */
  search(words: string, filters?: Filters): Promise<Matches>
}

/** The part of Pagefind's browser module that is used here. */
export interface Pagefind {
  options(options: Record<string, unknown>): Promise<void>
  filters(): Promise<Record<string, Record<string, number>>>
  search(words: string, options: { filters: Record<string, string> }): Promise<PagefindResponse>
  destroy(): Promise<void>
}
export interface PagefindResponse {
  results: { score: number; data(): Promise<PagefindRecord> }[]
  filters: Record<string, Record<string, number>>
}
export interface PagefindRecord {
  url: string
  excerpt: string
  meta: Record<string, string>
}

/** Names count for more than running text: who types a name looks for the one who bears it. */
const RANKING = { metaWeights: { title: 8, description: 1 }, pageLength: 0.4 }

const OPTIONS = { excerptLength: 28, ranking: RANKING }

function readRecord(record: PagefindRecord): Found {
  const meta = (key: string) => record.meta[key] ?? ''
  return {
    url: safeUrl(record.url),
    title: meta('title'),
    kind: meta('kind'),
    type: meta('type'),
    years: meta('years'),
    image: safeUrl(meta('image')),
    imageAlt: meta('image_alt'),
    description: meta('description'),
    excerpt: readExcerpt(record.excerpt),
  }
}

/** Addresses in the index are paths or http(s); anything else (javascript:, data:) is dropped. */
const safeUrl = (url: string) => (/^(\/|https?:\/\/)/i.test(url) ? url : '')

/** Opens the index at the first search. `load` gets the number of the attempt, since a browser remembers that a module failed. */
export function openEngine(load: (attempt: number) => Promise<Pagefind>): Engine {
  let attempt = 0
  let opened: Promise<Pagefind> | undefined
  const open = async () => {
    const pagefind = await load(attempt++)
    await pagefind.options(OPTIONS)
    // Loads the lists of kinds and types, so that every answer says how many there are of each.
    await pagefind.filters()
    return pagefind
  }
  const forget = async () => {
    const failed = opened
    opened = undefined
    await failed?.then((pagefind) => pagefind.destroy()).catch(() => undefined)
  }
  return {
    async search(words, { kind, type } = {}) {
      try {
        const pagefind = await (opened ??= open())
        const response = await pagefind.search(words, { filters: { ...(kind && { kind }), ...(type && { type }) } })
        return {
          list: response.results.map(({ score, data }) => ({ score, read: async () => readRecord(await data()) })),
          kinds: response.filters.kind ?? {},
          types: response.filters.type ?? {},
        }
      } catch (error) {
        await forget()
        throw error
      }
    },
  }
}
