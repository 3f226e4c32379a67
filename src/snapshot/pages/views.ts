import type { Picture } from '#rules/pictures.ts'
import type { ShownDate } from '#rules/life-spans.ts'

/** What pages show, as plain data: the cache key of a page is a hash of it, so that it must hold everything shown. */
export interface Link {
  href: string
  text: string
}

/** An item in a gallery or a list. */
export interface ItemCard extends Link {
  date: ShownDate | null
  type: string
  picture: Picture | null
}

/** A person in a family tree; `picture` null shows the drawn unknown person. */
export interface PersonCard extends Link {
  years: string
  picture: Picture | null
}

/** Items of a page: those with a picture first (as many as stay light), then all others as a compact list, both in date order. */
export interface ItemList {
  count: number
  gallery: ItemCard[]
  register: ItemCard[]
}

/** What every page has. `trail` leads to the page, which is its last entry; `picture` is an address for Open Graph. */
export interface PageView {
  address: string
  title: string
  description: string
  picture: { src: string; width: number | null; height: number | null; alt: string } | null
  trail: Link[]
}

/** A row of a catalogue record: a term with texts, links, a date or running text. */
export interface RecordRow {
  term: string
  values: { text: string; href?: string; machine?: string | null; external?: true }[]
  prose?: true
}
