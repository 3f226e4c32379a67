import type { ReactElement } from 'react'
import { createClient } from '#client/client.ts'
import { society } from '#society'
import { createMapStores } from '#stores/map/create-map-stores.ts'
import { MapSide, OverMap } from './MapParts.tsx'
import { createSheet } from './sheet-control.ts'
import type { StreetCounts } from './stores-context.ts'

/** The live parts of the map page as they are before anything was asked for or chosen. */
export function mapAtFirst(streets: StreetCounts): Record<'side' | 'over', ReactElement> {
  const stores = createMapStores({
    client: createClient({ base: '' }),
    data: () => Promise.reject(new Error('A page that is being built reads nothing.')),
    society: society.map,
    thisYear: new Date().getFullYear(),
    storage: null,
    address: { read: () => new URLSearchParams(), replace: () => {} },
    history: { state: () => null, push: () => {}, back: () => {}, goHome: () => {}, onMove: () => () => {} },
    later: () => () => {},
    whenOnline: () => () => {},
  })
  const sheet = createSheet(stores, { isPhone: () => false, room: () => 0, head: () => 0 })
  return {
    side: <MapSide stores={stores} sheet={sheet} share={() => ''} streets={streets} />,
    over: <OverMap stores={stores} />,
  }
}
