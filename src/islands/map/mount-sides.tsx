import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { Client } from '#client/client.ts'
import type { MapStores } from '#stores/map/map-stores.ts'
import { shareAddress } from '#stores/map/share-address.ts'
import { MapSide, OverMap } from './MapParts.tsx'
import { MovedIn } from './MovedIn.tsx'
import { holdEarlyInput } from './early-input.ts'
import { ItemOverview, Overview } from './Overview.tsx'
import type { SheetControl } from './sheet-control.ts'
import type { StreetCounts } from './stores-context.ts'

interface Sides {
  stores: MapStores
  sheet: SheetControl
  client: Client
  data: (path: string) => Promise<unknown>
  home: HTMLElement
  /** The side bar, and what lies on the map: each stands where it stood. */
  side: HTMLElement
  over: HTMLElement
}

/** Brings the side bar and the notes on the map to life. `data-live` on `home` says that all of the page answers. */
export function mountSides({ stores, sheet, client, data, home, side, over }: Sides): void {
  const tail = [...document.querySelectorAll('#map-newest, .site-footer')]
  const repeatEarlyInput = holdEarlyInput(side)
  const beLive = () => {
    repeatEarlyInput()
    home.dataset.live = 'true'
  }
  // In slices: a finger on the map goes first.
  startTransition(() => {
    createRoot(over).render(
      <OverMap stores={stores}>
        <Overview stores={stores} client={client} data={data} />
        <ItemOverview stores={stores} client={client} />
      </OverMap>,
    )
    createRoot(side).render(
      <MapSide
        stores={stores}
        sheet={sheet}
        streets={JSON.parse(home.dataset.streets ?? '[]') as StreetCounts}
        share={() => shareAddress(stores, location.href)}
        tail={<MovedIn elements={tail} onMoved={beLive} />}
      />,
    )
  })
}
