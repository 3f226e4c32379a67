import { useEffect, useId, useState } from 'react'
import type { Client } from '#client/client.ts'
import type { LoadError } from '#client/errors.ts'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import '#islands/behaviours/items.ts'
import '#islands/behaviours/record-tabs.ts'
import { Icon } from '#components/Icon.tsx'
import { ModalDialog } from '#islands/widgets/ModalDialog.tsx'
import { MAP_LABEL } from '#contract/messages.ts'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import '#styles/zone-popup.css'
import { answerItemClick } from './clicked-item.ts'
import { watchZone, type WatchedZone } from './watch-zone.ts'

interface Props {
  pk: number
  client: Client
  /** Reads a JSON file of the last build; null or a rejection if there is none. */
  data: (path: string, signal: AbortSignal) => Promise<unknown>
  /** The zones of the map, for the small map; without them it is the one of the last build. Changes are ignored. */
  zones?: readonly ZoneOutline[]
  onClose: () => void
  /** Called when neither the archive nor the last build has it. Needs a stable identity. */
  onLost: (why: LoadError) => void
  /** Opens an item; without it the browser goes to the item's page. */
  onItem?: (id: number) => void
}

/** Spec §2: the overview that a double click opens. Needs `key={pk}`. */
export function ZoneOverviewPopup({ pk, client, data, zones, onClose, onLost, onItem }: Props) {
  const [zone, setZone] = useState<WatchedZone>({ state: 'loading' })
  const [around] = useState(zones)
  const title = useId()
  useEffect(
    () => watchZone({ pk, client, data, path: MAP_DATA.zone(pk), around, show: setZone, lose: onLost }),
    [pk, client, data, around, onLost],
  )
  return (
    <ModalDialog className="popup" labelledBy={title} onClose={onClose}>
      <div className="popup-bar">
        <a href={zoneAddress(pk)}>Page of this place</a>
        <button type="button" className="popup-close" onClick={onClose}>
          <Icon name="cross" />
          Close
        </button>
      </div>
      <div className="popup-body" onClick={onItem && answerItemClick(onItem)}>
        <ZoneContent zone={zone} api={client.base} title={title} />
      </div>
    </ModalDialog>
  )
}

interface ContentProps {
  zone: WatchedZone
  api: string
  title: string
}

function ZoneContent({ zone, api, title }: ContentProps) {
  if (zone.state === 'loading') {
    return (
      <p id={title} className="loading" role="status">
        {MAP_LABEL.loading}
      </p>
    )
  }
  return (
    <>
      {zone.from === 'away' && (
        <p className="as-built" role="status">
          The archive does not answer at the moment. This is the place as of the last update.
        </p>
      )}
      <ZoneRecord zone={zone.zone} api={api} level={2} titleId={title} inPopup />
    </>
  )
}
