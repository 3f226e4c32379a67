import { useStore } from '../widgets/use-store.ts'
import type { ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import { MAP_LABEL } from '#contract/messages.ts'
import { itemAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { MapPage } from './map-page.ts'

const zonePopup = () => import('../records/ZoneOverviewPopup.tsx')
const itemPopup = () => import('../records/ItemPopup.tsx')

/** The zone popup (spec §2), loaded when the first one opens. If the script does not load, the zone's page opens instead. */
export function Overview({ stores, client, data }: MapPage) {
  const [pk, popup] = usePopup(stores.$overview, zonePopup, zoneAddress)
  if (pk === null) return null
  if (!popup) return <LoadingNote />
  return (
    <popup.ZoneOverviewPopup
      key={pk}
      pk={pk}
      client={client}
      data={data}
      zones={stores.$zones.get()}
      onClose={stores.closeOverview}
      onLost={stores.failOverview}
      onItem={stores.openItem}
      onZone={stores.openOverview}
    />
  )
}

/** The item popup, loaded in the same way. It lies over the zone popup if it was opened from there. */
export function ItemOverview({ stores, client }: MapPage) {
  const [id, popup] = usePopup(stores.$item, itemPopup, itemAddress)
  if (id === null) return null
  if (!popup) return <LoadingNote />
  return (
    <popup.ItemPopup
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

/** The open record, and the module of its popup, which is loaded when first wanted. Without it the record's page opens. */
function usePopup<Module>(
  $open: ReadableAtom<number | null>,
  load: () => Promise<Module>,
  address: (id: number) => string,
): [open: number | null, popup: Module | undefined] {
  const open = useStore($open)
  const [popup, setPopup] = useState<Module>()
  const isMissing = open !== null && !popup
  useEffect(() => {
    if (!isMissing) return
    let isWanted = true
    const toPage = () => isWanted && location.assign(address($open.get()!))
    load().then((module) => isWanted && setPopup(() => module), toPage)
    return () => {
      isWanted = false
    }
  }, [isMissing, $open, load, address])
  return [open, popup]
}
