import { useStore } from '../widgets/use-store.ts'
import { useEffect, useState } from 'react'
import { MAP_LABEL } from '#contract/messages.ts'
import { itemAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { MapPage } from './map-page.ts'

const zonePopup = () => import('../records/ZoneOverviewPopup.tsx')
const itemPopup = () => import('../records/ItemPopup.tsx')

/**
 * The zone popup (spec §2), and over it the item popup; each is loaded when the first one opens. If the script does not load, the record's page opens
 * instead.
 */
export function Popups({ stores, client, data }: MapPage) {
  const { zone: pk, item: id } = useStore(stores.$popups)
  const zone = usePopup(pk, zonePopup, zoneAddress)
  const item = usePopup(id, itemPopup, itemAddress)
  // The dialog that opens last is on top.
  const isZoneReady = pk === null || zone !== undefined
  return (
    <>
      {pk !== null && zone && (
        <zone.ZoneOverviewPopup
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
      )}
      {id !== null && item && isZoneReady && (
        <item.ItemPopup
          key={id}
          id={id}
          client={client}
          isAway={stores.$source.get() === 'away'}
          onClose={stores.closeItem}
          onLost={stores.failItem}
        />
      )}
      {(!isZoneReady || (id !== null && !item)) && <LoadingNote />}
    </>
  )
}

/** Shown while a popup's script loads. A popover, so that it is above an open popup. */
const LoadingNote = () => (
  <p className="popup-coming" role="status" popover="manual" ref={(note) => note?.showPopover()}>
    {MAP_LABEL.loading}
  </p>
)

/** The module of a popup, which is loaded when a record is first open. Without it the record's page opens. */
function usePopup<Module>(
  open: number | null,
  load: () => Promise<Module>,
  address: (id: number) => string,
): Module | undefined {
  const [popup, setPopup] = useState<Module>()
  useEffect(() => {
    if (open === null || popup) return
    let isWanted = true
    const toPage = () => isWanted && location.assign(address(open))
    load().then((module) => isWanted && setPopup(() => module), toPage)
    return () => {
      isWanted = false
    }
  }, [open, popup, load, address])
  return popup
}
