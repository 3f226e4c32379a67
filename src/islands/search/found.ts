import { shorten } from '#rules/names/record-names.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'
import { type Piece, readExcerpt } from './marks.ts'
import type { PagefindRecord } from './pagefind.ts'

/** A record as results show it. Texts are plain and may be empty. */
export interface Found {
  url: string
  kind: SearchKind
  title: string
  /** Label of an item's type. */
  type: string
  years: string
  image: string
  description: string
  /** The text around the match, or its beginning. */
  excerpt: Piece[]
}

const DESCRIPTION_LENGTH = 160

export function readRecord({ url, content, excerpt, meta, filters }: PagefindRecord, kind: SearchKind): Found {
  const title = meta.title ?? ''
  // A record without a text is indexed by its title, which is shown already.
  const hasText = content !== title
  return {
    url: safeUrl(url),
    kind,
    title,
    type: meta.type ?? '',
    years: meta.years ?? filters.holdings?.[0] ?? '',
    image: safeUrl(filters.picture?.[0] ?? ''),
    description: hasText ? shorten(content, DESCRIPTION_LENGTH) : '',
    excerpt: hasText ? readExcerpt(excerpt) : [],
  }
}

/** Addresses in the index are paths or http(s); anything else (javascript:, data:) is dropped. */
export const safeUrl = (url: string) => (/^(\/|https?:\/\/)/i.test(url) ? url : '')
