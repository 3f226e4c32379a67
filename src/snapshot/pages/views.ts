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

/** A part of a long list; `title` is a decade or "Undated", empty where the list is short and needs no parts. */
export interface RegisterPart {
  title: string
  items: Omit<ItemCard, 'picture'>[]
}

/** Items of a page: those with a picture first (as many as stay light), then all others as a compact list, both in date order. */
export interface ItemList {
  count: number
  gallery: ItemCard[]
  register: RegisterPart[]
  /** True when the list is so long that its parts are closed at first. */
  folded: boolean
}

/** What every page has. `trail` leads to the page, which is its last entry; `picture` is an address for Open Graph. */
export interface PageView {
  address: string
  title: string
  description: string
  picture: { src: string; width: number | null; height: number | null; alt: string } | null
  trail: Link[]
}
