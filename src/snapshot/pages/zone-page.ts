import * as at from '#rules/addresses.ts'
import { ownershipYear, yearSpan } from '#rules/life-spans.ts'
import { organizationName, personName, shorten, zoneName } from '#rules/names.ts'
import { countOfItems, described } from '#rules/sentences.ts'
import type { Archive } from '../types.ts'
import { itemList } from './cards.ts'
import type { ItemList, Link, PageView } from './views.ts'
import { zoneMap, type ZoneMap } from './zone-map.ts'

export interface ZonePage extends PageView {
  name: string
  streetAddress: string
  altnames: string[]
  lots: string[]
  descriptions: string[]
  map: ZoneMap | null
  items: ItemList
  heritage: { style: string; description: string; registry: string }[]
  plaques: { name: string; text: string }[]
  ownership: { lot: string; person: Link; year: string; source: string }[]
  organizations: { organization: Link; years: string }[]
}

/** Spec §2 "Zone overview". Undefined for an id that is not in the archive. */
export function zonePage(archive: Archive, id: number): ZonePage | undefined {
  const zone = archive.location(id)
  if (!zone) return undefined
  const { properties } = zone
  const name = zoneName(properties)
  const address = at.zoneAddress(id)
  const lots = archive.lotsOf(id).map((lot) => lot.lotNum)
  const descriptions = archive
    .descriptionsOf(id)
    .map((row) => row.description)
    .filter(Boolean)
  const items = itemList(archive, archive.itemsOfLocation(id))
  const first = items.gallery[0]?.picture
  return {
    address,
    title: shorten(name, 110),
    description: shorten(
      described(name, descriptions[0] ?? '') ||
        `${name}: ${countOfItems(items.count)}, land ownership, heritage and organizations of this place.`,
      200,
    ),
    picture: first ? { src: first.full, width: null, height: null, alt: name } : null,
    trail: [
      { href: at.ADDRESS.places, text: 'Places' },
      { href: address, text: shorten(name, 80) },
    ],
    name,
    streetAddress: properties.address.toLowerCase() === name.toLowerCase() ? '' : properties.address,
    altnames: properties.altnames,
    lots,
    descriptions,
    map: zoneMap(archive, id),
    items,
    heritage: archive.heritageOf(id).map((row) => ({
      style: row.architectural_style,
      description: row.architectural_description,
      registry: row.heritage_registry_entry,
    })),
    plaques: archive.plaquesOf(id).map((row) => ({ name: row.name, text: row.text })),
    ownership: archive.ownershipOfLots(lots).map((row) => ({
      lot: row.lot,
      person: { href: at.personAddress(row.person), text: personName(archive.person(row.person)!) },
      year: ownershipYear(row),
      source: row.source,
    })),
    organizations: archive.organizationsAt(id).map((row) => ({
      organization: {
        href: at.organizationAddress(row.organization),
        text: organizationName(archive.organization(row.organization)!),
      },
      years: yearSpan(row.date_start, row.date_end),
    })),
  }
}
