import type { Item } from '#contract/item.ts'
import { leafAddress } from '#rules/addresses/page-addresses.ts'
import { scanSource, smallPicture, type Picture } from '#rules/media/pictures.ts'

/** Items of more scans have a reading page for each (views/reading-page.ts). */
export const FEW_SCANS = 12

/** A page of an item as an entry of a list of its pages. */
export interface Leaf {
  number: number
  href: string
  /** Null far down a long list. */
  picture: Pick<Picture, 'src' | 'width' | 'height'> | null
}

const BOX = { width: 88, height: 112 }
/** Thumbnails in a list: each is 120 bytes of HTML. */
const MOST_PICTURES = 500

/** The pages of an item, or some of them: `from` and `to` count from 1. Empty for items of few scans. */
export function leavesOf({ id, item_scans: scans }: Item, pictures: string, from = 1, to = scans.length): Leaf[] {
  if (scans.length <= FEW_SCANS) return []
  return scans.slice(from - 1, to).map((scan, at) => {
    const { src, width, height } = smallPicture(scanSource(pictures, scan.id), scan, BOX)
    const number = from + at
    return { number, href: leafAddress(id, number), picture: at < MOST_PICTURES ? { src, width, height } : null }
  })
}
