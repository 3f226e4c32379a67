import { atom, type ReadableAtom } from 'nanostores'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { findAddresses, indexAddresses, type AddressIndex } from '#rules/map/address-search.ts'
import { isStreetPrefix } from '#rules/map/streets.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { Schedule } from '../shared/deps.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { SearchState, ZoneSource } from './map-stores.ts'

/** Milliseconds after the last key before zones are searched, so that fast typing stays smooth. */
const WAIT = 80
/** Rows shown; typing more narrows them. */
export const MOST_ROWS = 50

interface Deps {
  $zones: ReadableAtom<readonly ZoneOutline[]>
  $source: ReadableAtom<ZoneSource>
  schedule: Schedule
}

/** Spec §2 "Address Search", in the loaded zones. */
export function createAddressSearch({ $zones, $source, schedule }: Deps) {
  const $addresses = atom<SearchState<ZoneOutline>>({ state: 'idle' })
  const debounce = createDebounce(schedule)
  let query = ''
  let index: { of: readonly ZoneOutline[]; entries: AddressIndex<ZoneOutline> } | undefined

  function find() {
    const zones = $zones.get()
    if ($source.get() === 'loading') return
    if (index?.of !== zones) index = { of: zones, entries: indexAddresses(zones) }
    const rows = findAddresses(index.entries, query)
    $addresses.set({
      state: 'found',
      rows: rows.slice(0, MOST_ROWS),
      total: rows.length,
      partial: $source.get() === 'away' || $source.get() === 'none',
    })
  }
  // New zones: search them for the text in the box.
  for (const $store of [$zones, $source])
    $store.listen(() => /searching|found/.test($addresses.get().state) && debounce.after(WAIT, find))

  return {
    $addresses,
    searchAddresses(text: string) {
      query = text.trim()
      debounce.cancel()
      if (query === '') return $addresses.set({ state: 'idle' })
      if (query.length < SEARCH_MINIMUM.address || isStreetPrefix(query)) {
        return $addresses.set({ state: 'more-letters' })
      }
      if ($addresses.get().state !== 'found') $addresses.set({ state: 'searching' })
      debounce.after(WAIT, find)
    },
  }
}
