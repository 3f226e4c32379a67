import * as at from '#rules/addresses.ts'
import { arrangedItems, inListOrder, zoneItem } from '#rules/item-lists.ts'
import { shorten } from '#rules/names.ts'
import { scanCall } from '#rules/pictures.ts'
import { countOfItems, described } from '#rules/sentences.ts'
import { drawZoneMap, middleInDegrees } from '#rules/zone-drawing.ts'
import { zoneOverview, type ZoneOverview } from '#rules/zone-overview.ts'
import type { Archive } from '../types.ts'
import type { PageView } from './views.ts'
import { outlinesOf } from './zone-map.ts'

export interface ZonePage extends PageView {
  overview: ZoneOverview
  /** Longitude and latitude of its middle. */
  centre: [number, number] | null
}

/** Spec §2 "Zone overview" of a zone in a snapshot. Undefined for an id that is not in the archive. */
export function overviewOf(archive: Archive, id: number): ZoneOverview | undefined {
  const zone = archive.location(id)
  if (!zone) return undefined
  const outlines = outlinesOf(archive)
  const lots = archive.lotsOf(id)
  const items = inListOrder(archive.itemsOfLocation(id))
  return zoneOverview({
    properties: zone.properties,
    map: drawZoneMap(outlines.find(id)!, outlines.list),
    lots,
    descriptions: archive.descriptionsOf(id),
    items: items.map((item) => zoneItem(item, (scan) => scanCall(archive.meta.apiBase, scan))),
    itemCount: items.length,
    heritage: archive.heritageOf(id),
    plaques: archive.plaquesOf(id),
    ownership: archive.ownershipOfLots(lots.map((lot) => lot.lotNum)),
    premises: archive.organizationsAt(id),
    person: archive.person,
    organization: archive.organization,
  })
}

export function zonePage(archive: Archive, id: number): ZonePage | undefined {
  const overview = overviewOf(archive, id)
  if (!overview) return undefined
  const { name, descriptions, itemCount } = overview
  const address = at.zoneAddress(id)
  const first = arrangedItems(overview.items).gallery[0]?.picture
  return {
    address,
    title: shorten(name, 110),
    description: shorten(
      described(name, descriptions[0] ?? '') ||
        `${name}: ${countOfItems(itemCount)}, land ownership, heritage and organizations of this place.`,
      200,
    ),
    picture: first ? { src: first.full, width: null, height: null, alt: name } : null,
    trail: [
      { href: at.ADDRESS.places, text: 'Places' },
      { href: address, text: shorten(name, 80) },
    ],
    overview,
    centre: middleInDegrees(outlinesOf(archive).find(id)!),
  }
}
