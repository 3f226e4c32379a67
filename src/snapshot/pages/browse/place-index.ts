import type { LocationFeature } from '#contract/location.ts'
import { ADDRESS, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { shorten, zoneName, countOfItems } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { type IndexEntry, INDEX_LINES } from './alphabet.ts'
import { memoizePerArchive } from '../../memoize-per-archive.ts'
import { type IndexView, indexViews } from './people-index.ts'
import { NO_STREET, streetOf } from '#rules/map/streets.ts'

export const itemCount = (count: number) => (count === 0 ? '' : countOfItems(count))

/** A zone under its street, sorted by street number, with its item count as note. */
function placeEntry(archive: Archive, { properties }: LocationFeature): IndexEntry {
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
  return indexViews({ href: ADDRESS.places, text: 'Places' }, entries, {
    noun: { one: 'place', many: 'places' },
    about: 'Every lot and zone of the map, by street.',
    named: false,
    most,
  })
}

/** Several pages show them. */
export const allPlaces = memoizePerArchive('place index', (archive: Archive) => placePages(archive))
