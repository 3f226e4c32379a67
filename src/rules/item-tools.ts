import type { Item } from '../contract/item.ts'
import { society } from '#society'
import { itemAddress } from './addresses.ts'
import { citedItem, type Cited } from './citations.ts'
import { itemManifest } from './iiif.ts'
import { itemTitle } from './names.ts'
import { rightsOf, type Rights } from './rights.ts'
import { hostOf, playerAddress } from './videos.ts'

/** A film or a sound that lies at another site. */
export interface Recording {
  title: string
  kind: 'video' | 'recording'
  href: string
  /** The other site, as people know it; empty when the link cannot be read. */
  host: string
  /** What shows it within a page, null where the society allows no player of that site. */
  player: string | null
  /** Whose the player is, as it stands in its address: who learns of a visit by it. It may be another than `host` (a short link, a site without cookies). */
  playerHost: string
}

/** Videos, and oral histories whose sound can be heard somewhere (spec §2 "Item presentation"). */
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

/** A picture to keep. `name` is what its file is called. */
export interface Download {
  href: string
  text: string
  name: string
}

/** What a visitor can do with an item besides reading it. */
export interface ItemTools {
  /** Its own page. */
  address: string
  rights: Rights
  downloads: Download[]
  manifest: string
  cited: Cited
}

const count = new Intl.NumberFormat('en-CA')
const size = ({ width, height }: Item['item_scans'][number]) =>
  width && height ? `JPEG, ${count.format(width)} × ${count.format(height)}` : 'JPEG'

/** `scanAddress` is where the picture of a scan is. */
export function itemTools(item: Item, scanAddress: (scan: number) => string): ItemTools {
  const scans = item.item_scans
  const file = item.archival_identifier.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || `item-${item.id}`
  return {
    address: itemAddress(item.id),
    rights: rightsOf(item),
    downloads: scans.map((scan, at) => ({
      href: `${scanAddress(scan.id)}?format=jpeg${scan.version ? `&v=${encodeURIComponent(scan.version)}` : ''}`,
      text: `${scans.length === 1 ? 'Download' : `Download picture ${at + 1}`} (${size(scan)})`,
      name: `${scans.length === 1 ? file : `${file}-${at + 1}`}.jpg`,
    })),
    manifest: itemManifest(item.id),
    cited: citedItem(item),
  }
}
