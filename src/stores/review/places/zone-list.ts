import { atom, computed } from 'nanostores'
import { searchText, searchWords } from '#rules/search/search-text.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { readZoneList } from '../../map/zones-api.ts'
import { latestOnly } from '../../shared/latest-only.ts'
import type { PlacesDeps } from './deps.ts'

const byName = new Intl.Collator('en', { numeric: true })

/** Zones with all words of a search in their names and address, or with its number. */
export function zoneFilter(search: string): (zone: ZoneOutline) => boolean {
  const words = searchWords(search)
  return ({ pk, name, address, altnames }) => {
    const text = searchText(name, address, ...altnames)
    return words.every((word) => text.includes(word) || String(pk) === word)
  }
}

/** All zones as they are now, and those that a search finds: by name, other names, address, or number. */
export function createZoneList({ client, schedule }: Pick<PlacesDeps, 'client' | 'schedule'>) {
  const $zones = atom<readonly ZoneOutline[]>([])
  const $source = atom<'loading' | 'api' | 'none'>('loading')
  const $search = atom('')
  const requests = latestOnly()
  const $found = computed([$zones, $search], (zones, search) => {
    const exact = (zone: ZoneOutline) => Number(String(zone.pk) === search.trim())
    return zones
      .filter(zoneFilter(search))
      .sort((a, b) => exact(b) - exact(a) || byName.compare(a.name, b.name) || a.pk - b.pk)
  })
  return {
    $zones,
    $source,
    $search,
    $found,
    zone: (pk: number): ZoneOutline | undefined => $zones.get().find((each) => each.pk === pk),
    /** Reads them again; the ones before stay until then. */
    async load(): Promise<void> {
      const { signal, isCurrent } = requests.next()
      const zones = await readZoneList({ client, schedule }, new Map(), signal)
      if (!isCurrent()) return
      if (zones) $zones.set(zones)
      $source.set(zones ? 'api' : $zones.get().length > 0 ? 'api' : 'none')
    },
  }
}
export type ZoneList = ReturnType<typeof createZoneList>
