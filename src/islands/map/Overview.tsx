import { useStore } from '@nanostores/react'
import { useCallback } from 'react'
import type { Client } from '#client/client.ts'
import { MAP_LABEL } from '#contract/messages.ts'
import { itemAddress, zoneAddress } from '#rules/addresses.ts'
import type { MapStores } from '#stores/map/map-stores.ts'
import { useLater } from './use-later.ts'

interface Props {
  stores: MapStores
  client: Client
  data: (path: string) => Promise<unknown>
}

const zonePopup = () => import('../zone/ZoneOverviewPopup.tsx')
const itemPopup = () => import('../item/ItemPopup.tsx')
const goTo = (record: number | null, address: (id: number) => string) => {
  if (record !== null) location.assign(address(record))
}

/** The zone overview as a popup (spec §2), fetched when the first is opened. Where its script cannot be fetched the zone's own page is as good. */
export function Overview({ stores, client, data }: Props) {
  const pk = useStore(stores.$overview)
  const toPage = useCallback(() => goTo(stores.$overview.get(), zoneAddress), [stores])
  const popup = useLater(pk !== null, zonePopup, toPage)
  if (pk === null) return null
  if (!popup) return <Coming />
  const { ZoneOverviewPopup } = popup
  return (
    <ZoneOverviewPopup
      key={pk}
      pk={pk}
      client={client}
      data={data}
      zones={stores.$zones.get()}
      onClose={stores.closeOverview}
      onLost={stores.loseOverview}
      onItem={stores.openItem}
    />
  )
}

/** The item overview in the same way, over that of the zone where it was opened from there. */
export function ItemOverview({ stores, client }: Omit<Props, 'data'>) {
  const id = useStore(stores.$item)
  const toPage = useCallback(() => goTo(stores.$item.get(), itemAddress), [stores])
  const popup = useLater(id !== null, itemPopup, toPage)
  if (id === null) return null
  if (!popup) return <Coming />
  const { ItemPopup } = popup
  return (
    <ItemPopup
      key={id}
      id={id}
      client={client}
      isAway={stores.$source.get() === 'away'}
      onClose={stores.closeItem}
      onLost={stores.loseItem}
    />
  )
}

/** While its script comes, on a slow line: above all, also above the popup that it was asked for from. */
const Coming = () => (
  <p className="popup-coming" role="status" popover="manual" ref={(note) => note?.showPopover()}>
    {MAP_LABEL.loading}
  </p>
)
