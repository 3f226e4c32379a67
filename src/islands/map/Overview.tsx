import { useStore } from '../widgets/use-store.ts'
import { useCallback, useEffect, useState } from 'react'
import { MAP_LABEL } from '#contract/messages.ts'
import { itemAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { MapPage } from './map-page.ts'

const zonePopup = () => import('../records/ZoneOverviewPopup.tsx')
const itemPopup = () => import('../records/ItemPopup.tsx')
const goTo = (record: number | null, address: (id: number) => string) => {
  if (record !== null) location.assign(address(record))
}

/** The zone popup (spec §2), loaded when the first one opens. If the script does not load, the zone's page opens instead. */
export function Overview({ stores, client, data }: MapPage) {
  const pk = useStore(stores.$overview)
  const toPage = useCallback(() => goTo(stores.$overview.get(), zoneAddress), [stores])
  const popup = useLazyModule(pk !== null, zonePopup, toPage)
  if (pk === null) return null
  if (!popup) return <LoadingNote />
  const { ZoneOverviewPopup } = popup
  return (
    <ZoneOverviewPopup
      key={pk}
      pk={pk}
      client={client}
      data={data}
      zones={stores.$zones.get()}
      onClose={stores.closeOverview}
      onLost={stores.failOverview}
      onItem={stores.openItem}
    />
  )
}

/** The item popup, loaded in the same way. It lies over the zone popup if it was opened from there. */
export function ItemOverview({ stores, client }: MapPage) {
  const id = useStore(stores.$item)
  const toPage = useCallback(() => goTo(stores.$item.get(), itemAddress), [stores])
  const popup = useLazyModule(id !== null, itemPopup, toPage)
  if (id === null) return null
  if (!popup) return <LoadingNote />
  const { ItemPopup } = popup
  return (
    <ItemPopup
      key={id}
      id={id}
      client={client}
      isAway={stores.$source.get() === 'away'}
      onClose={stores.closeItem}
      onLost={stores.failItem}
    />
  )
}

/** Shown while a popup's script loads. A popover, so that it is above an open popup. */
const LoadingNote = () => (
  <p className="popup-coming" role="status" popover="manual" ref={(note) => note?.showPopover()}>
    {MAP_LABEL.loading}
  </p>
)

/** A module that is loaded when it is first wanted; undefined before. `onFailure` runs when it cannot be loaded. Both functions must be stable. */
function useLazyModule<Part>(wanted: boolean, fetchPart: () => Promise<Part>, onFailure: () => void): Part | undefined {
  const [part, setPart] = useState<Part>()
  const missing = wanted && !part
  useEffect(() => {
    if (!missing) return
    let here = true
    fetchPart().then(
      (fetched) => here && setPart(() => fetched),
      () => here && onFailure(),
    )
    return () => {
      here = false
    }
  }, [missing, fetchPart, onFailure])
  return part
}
