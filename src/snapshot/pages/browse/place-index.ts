import type { LocationFeature } from '#contract/location.ts'
import { ADDRESS, zoneAddress } from '#rules/addresses.ts'
import { shorten, zoneName } from '#rules/names.ts'
import type { Archive } from '../../types.ts'
import { type Entry, INDEX_LINES, indexPages } from './alphabet.ts'
import { type IndexView, indexView } from './people-index.ts'
import { NO_STREET, streetOf } from '#rules/streets.ts'

export const itemCount = (count: number) => (count === 0 ? '' : count === 1 ? '1 item' : `${count} items`)

/** A zone under its street, in the order of the street numbers; the note says how many items belong to it. */
export function placeEntry(archive: Archive, { properties }: LocationFeature): Entry {
  const { street, number } = streetOf(properties)
  const name = zoneName(properties)
  return {
    href: zoneAddress(properties.pk),
    text: shorten(name, 100),
    note: itemCount(archive.itemsOfLocation(properties.pk).length),
    key: `${String(number).padStart(6, '0')} ${name}`,
    group: street,
    ...(street === NO_STREET && { letter: '#' }),
  }
}

/** `/places/`: all zones by street. */
export function placePages(archive: Archive, most = INDEX_LINES): IndexView[] {
  const entries = archive.lists.locations.map((zone) => placeEntry(archive, zone))
  return indexPages(ADDRESS.places, entries, most).map((index) =>
    indexView(index, 'Places', { one: 'place', many: 'places' }, 'Every lot and zone of the map, by street.', false),
  )
}
