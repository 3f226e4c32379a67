import type { PagefindRecord } from './engine.ts'
import { markExcerpt, type Piece, readExcerpt } from './marks.ts'

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

/** What Pagefind tells of a record that `words` found. */
export function readRecord(record: PagefindRecord, words: string): Found {
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
    excerpt: markExcerpt(readExcerpt(record.excerpt), words),
  }
}

/** Addresses in the index are paths or http(s); anything else (javascript:, data:) is dropped. */
const safeUrl = (url: string) => (/^(\/|https?:\/\/)/i.test(url) ? url : '')
