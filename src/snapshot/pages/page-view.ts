import type { Link } from '#rules/addresses/page-addresses.ts'

/** Common to all pages. `trail` are the breadcrumbs, including the page itself; `picture` is for Open Graph. */
export interface PageView {
  address: string
  title: string
  description: string
  picture: { src: string; width: number | null; height: number | null; alt: string } | null
  trail: Link[]
}
