import { atom, type ReadableAtom } from 'nanostores'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { findAddresses, indexAddresses, type AddressIndex } from '#rules/address-search.ts'
import { isStreetPrefix } from '#rules/street-prefixes.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import type { Later } from '../shared/parts.ts'
import { createPause } from '../shared/waits.ts'
import type { SearchState, ZoneSource } from './map-stores.ts'

/** Milliseconds after the last key before zones are searched: enough that fast typing is not slowed down. */
const WAIT = 80
/** Rows that are shown; whoever wants others types more. */
export const MOST_ROWS = 50

interface Around {
  $zones: ReadableAtom<readonly ZoneOutline[]>
  $source: ReadableAtom<ZoneSource>
  later: Later
}

/** Spec §2 "Address Search", over the zones that are loaded. */
export function createAddressSearch({ $zones, $source, later }: Around) {
  const $addresses = atom<SearchState<ZoneOutline>>({ state: 'idle' })
  const pause = createPause(later)
  let asked = ''
  let index: { of: readonly ZoneOutline[]; entries: AddressIndex<ZoneOutline> } | undefined

  function find() {
    const zones = $zones.get()
    if ($source.get() === 'loading') return
    if (index?.of !== zones) index = { of: zones, entries: indexAddresses(zones) }
    const rows = findAddresses(index.entries, asked)
    $addresses.set({
      state: 'found',
      rows: rows.slice(0, MOST_ROWS),
      total: rows.length,
      partial: $source.get() === 'away' || $source.get() === 'none',
    })
  }
  const isAsked = () => $addresses.get().state === 'searching' || $addresses.get().state === 'found'

  // Zones that came later, or were renewed, are searched for what stands in the box.
  for (const $store of [$zones, $source]) $store.listen(() => isAsked() && pause.after(WAIT, find))

  return {
    $addresses,
    searchAddresses(text: string) {
      asked = text.trim()
      pause.cancel()
      if (asked === '') return $addresses.set({ state: 'idle' })
      if (asked.length < SEARCH_MINIMUM.address || isStreetPrefix(asked)) {
        return $addresses.set({ state: 'more-letters' })
      }
      if ($addresses.get().state !== 'found') $addresses.set({ state: 'searching' })
      pause.after(WAIT, find)
    },
    /** What was under way when it was stopped is searched for again. */
    start() {
      if ($addresses.get().state === 'searching') pause.after(WAIT, find)
    },
    stop: pause.cancel,
  }
}
