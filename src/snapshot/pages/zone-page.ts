import * as at from '#rules/addresses/page-addresses.ts'
import { countOfItems, describeRecord } from '#rules/names/record-names.ts'
import { streetLabels } from '#rules/map/map-streets.ts'
import { drawZoneMap, zoneCentre } from '#rules/map/zone-map.ts'
import { zoneView, type ZoneView } from '#views/zone.ts'
import { outlineOf, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import { memoizePerArchive, type Archive } from '../archive.ts'
import { streetsOf } from './browse/street-lines.ts'
import { firstPicture, recordPage, type PageView } from './page-view.ts'
import { recordItems } from './record-items.ts'

interface Outlines {
  list: ZoneOutline[]
  find(pk: number): ZoneOutline | undefined
}
/** Every zone's outline with its item count. */
export const outlinesOf = memoizePerArchive('outlines', (archive: Archive): Outlines => {
  const list = archive.lists.locations.map((zone): ZoneOutline => {
    const { pk } = zone.properties
    const outline = outlineOf(zone, archive.itemsOfLocation(pk).length)
    return archive.successorsOf(pk).length > 0 ? { ...outline, former: true } : outline
  })
  const byId = new Map(list.map((outline) => [outline.pk, outline]))
  return { list, find: (pk) => byId.get(pk) }
})

export interface ZonePage extends PageView {
  zone: ZoneView
  /** Longitude and latitude. */
  centre: [number, number] | null
}

/** Of the names on a zone's map, in units of its view. */
const LETTERING = { letter: 6.2, line: 13 }

/** Undefined for an unknown id. `size`: items that it lists. */
export function zoneOverview(archive: Archive, id: number, size?: number): ZoneView | undefined {
  const location = archive.location(id)
  if (!location) return undefined
  const outlines = outlinesOf(archive)
  const lots = archive.lotsOf(id)
  return zoneView({
    properties: location.properties,
    map: drawZoneMap(outlines.find(id)!, outlines.list, (box, metresPerPixel) =>
      streetLabels(streetsOf(archive.lists.locations), { box, metresPerPixel }, LETTERING),
    ),
    lots,
    descriptions: archive.descriptionsOf(id),
    items: recordItems(
      { rows: archive.itemsOfLocation(id), address: at.zoneAddress(id), query: `location=${id}` },
      archive.meta.pictures,
      size,
    ),
    heritage: archive.heritageOf(id),
    plaques: archive.plaquesOf(id),
    ownership: archive.ownershipOfLots(lots.map((lot) => lot.lotNum)),
    premises: archive.organizationsAt(id),
    residents: archive.residentsOf(id),
    names: archive.namesOf(id),
    predecessors: (location.properties.predecessors ?? []).flatMap((pk) => archive.location(pk)?.properties ?? []),
    successors: archive.successorsOf(id).map(({ properties }) => properties),
    person: archive.person,
    organization: archive.organization,
  })
}

export function zonePage(archive: Archive, id: number): ZonePage | undefined {
  const zone = zoneOverview(archive, id)
  if (!zone) return undefined
  const { name, descriptions } = zone
  const description =
    describeRecord(name, descriptions[0] ?? '') ||
    `${name}: ${countOfItems(zone.items.count)}, land ownership, heritage and organizations of this place.`
  return {
    ...recordPage({ href: at.ADDRESS.places, text: 'Places' }, at.zoneAddress(id), description, name),
    picture: firstPicture(archive, archive.itemsOfLocation(id), name),
    placePlan: zone.map && zone.map.around + zone.map.here,
    zone,
    centre: zoneCentre(outlinesOf(archive).find(id)!),
  }
}
