import type { Item } from '#contract/item.ts'
import { society } from '#society'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { citedItem, type CitedItem } from '#rules/citations/citations.ts'
import { itemManifest } from '#rules/media/iiif-addresses.ts'
import { formatNumber, itemTitle } from '#rules/names/record-names.ts'
import { fileAddress } from '#rules/media/site-media.ts'
import { scanJpeg, scanSource } from '#rules/media/pictures.ts'
import { rightsOf, type Rights } from '#rules/citations/rights.ts'
import { hostOf, playerAddress } from '#rules/media/videos.ts'

/** A video or sound recording on another site. */
export interface Recording {
  title: string
  kind: 'video' | 'recording'
  href: string
  /** Host of the link without `www.`; empty for an invalid link. */
  host: string
  /** Embeddable player; null if the society does not allow one for that site. */
  player: string | null
  /** Host of the player, which learns of the visit. May differ from `host` (short links, youtube-nocookie.com). */
  playerHost: string
}

/** For videos and oral histories with a link (spec §2 "Item presentation"). */
export function recordingOf(item: Item, hosts: readonly string[] = society.embeds): Recording | null {
  const href = item.externalRecordURL
  if (href === '' || (item.type !== 'video' && item.type !== 'oral_history')) return null
  const player = playerAddress(href, hosts)
  return {
    title: itemTitle(item),
    kind: item.type === 'video' ? 'video' : 'recording',
    href,
    host: hostOf(href),
    player,
    playerHost: player === null ? '' : hostOf(player),
  }
}

/** A picture to download; `name` is the file name. */
export interface Download {
  href: string
  text: string
  /** `JPEG, 4,000 × 3,000` */
  size: string
  name: string
}

/** Data of the "Use this item" section. */
export interface ItemTools {
  address: string
  rights: Rights
  /** Whole documents. */
  documents: Download[]
  downloads: Download[]
  /** Path of the IIIF manifest; null before the first build with the item. */
  manifest: string | null
  cited: CitedItem
}

const sizeText = (bytes: number) =>
  bytes < 1e6 ? `${formatNumber(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

const documentsOf = ({ item_files: files }: Item, pictures: string): Download[] =>
  files.flatMap(({ pages, ...file }) =>
    pages === null
      ? []
      : {
          href: `${pictures}${fileAddress(file)}`,
          text: file.label || 'Download the document',
          size: `${file.format.toUpperCase()}, ${pages === 1 ? '1 page' : `${formatNumber(pages)} pages`}, ${sizeText(file.bytes)}`,
          name: file.file_name,
        },
  )

const sizeOf = ({ width, height }: Item['item_scans'][number]) =>
  width && height ? `JPEG, ${formatNumber(width)} × ${formatNumber(height)}` : 'JPEG'

/** `pictures`: where they are (rules/media/pictures.ts). */
export function itemTools(item: Item, pictures: string, isBuilt = true): ItemTools {
  const scans = item.item_scans
  const file = item.archival_identifier.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || `item-${item.id}`
  return {
    address: itemAddress(item.id),
    rights: rightsOf(item),
    documents: documentsOf(item, pictures),
    downloads: scans.map((scan, at) => ({
      href: scanJpeg(scanSource(pictures, scan.id), scan),
      text: scans.length === 1 ? 'Download' : `Download picture ${at + 1}`,
      size: sizeOf(scan),
      name: `${scans.length === 1 ? file : `${file}-${at + 1}`}.jpg`,
    })),
    manifest: isBuilt ? itemManifest(item.id) : null,
    cited: citedItem(item),
  }
}
