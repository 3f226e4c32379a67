import { atom, computed } from 'nanostores'
import { indexText, searchWords } from '#rules/search/search-text.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { createZones } from '../../map/zones.ts'
import type { PlacesDeps } from './deps.ts'

const byName = new Intl.Collator('en', { numeric: true })

/** Zones with all words of a search in their names and address, or with its number. */
export function zoneFilter(search: string): (zone: ZoneOutline) => boolean {
  const words = searchWords(search)
  return ({ pk, name, address, altnames }) => {
    const text = indexText(name, address, ...altnames)
    return words.every((word) => text.includes(word) || String(pk) === word)
  }
}

/** All zones, those of the last build until the archive has answered, and those that a search finds: by name, other names, address, or number. */
export function createZoneList(deps: Pick<PlacesDeps, 'client' | 'data' | 'schedule' | 'whenOnline'>) {
  const zones = createZones(deps)
  const $search = atom('')
  const $found = computed([zones.$zones, $search], (all, search) => {
    const exact = (zone: ZoneOutline) => Number(String(zone.pk) === search.trim())
    const inOrder = (a: ZoneOutline, b: ZoneOutline) =>
      exact(b) - exact(a) || byName.compare(a.name, b.name) || a.pk - b.pk
    return all.filter(zoneFilter(search)).sort(inOrder)
  })
  return {
    ...{ $zones: zones.$zones, $source: zones.$source, $search, $found, zone: zones.zone },
    /** Reads them, or reads them again; the ones before stay until then. */
    load: zones.start,
  }
}
