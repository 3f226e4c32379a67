import { largestLot, sizeOf } from '#rules/map/holdings.ts'
import type { LotPicture } from '#rules/map/lot-pictures.ts'
import { scanImageUrl, smallPicture } from '#rules/media/pictures.ts'
import type { Archive } from '../../archive.ts'
import { outlinesOf } from '../zone-page.ts'
import { richestPictured } from './listing.ts'

/** Pictures at most, and items with a picture that a place with one has at least. */
const MOST = 120
const LEAST = 3
const BOX = { width: 80, height: 80 }

/** A picture each of the places with most pictures, those first. A place that contains others has none. */
export function lotPictures(archive: Archive): LotPicture[] {
  const { list } = outlinesOf(archive)
  const largest = largestLot(list)
  return list
    .filter((zone) => zone.items >= LEAST && sizeOf(zone) <= largest)
    .map(({ pk, box }) => ({ box, items: richestPictured(archive.itemsOfLocation(pk)) }))
    .filter(({ items }) => items.length >= LEAST)
    .sort((a, b) => b.items.length - a.items.length)
    .slice(0, MOST)
    .flatMap(({ box, items }) => {
      const scan = items[0]!.item_scans[0]!
      const { src } = smallPicture(scanImageUrl(archive.meta.apiBase, scan.id), scan, BOX)
      return box ? [[Math.round((box[0] + box[2]) / 2), Math.round((box[1] + box[3]) / 2), src] as const] : []
    })
}
