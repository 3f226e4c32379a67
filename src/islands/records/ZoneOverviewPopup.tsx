import { useEffect, useId, useState } from 'react'
import type { Client } from '#client/client.ts'
import type { LoadError } from '#client/errors.ts'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import '#islands/behaviours/items.ts'
import '#islands/behaviours/record-tabs.ts'
import '#islands/behaviours/year-cursor.ts'
import { MAP_DATA, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { openClicked } from './clicked-record.ts'
import { RecordPopup } from './RecordPopup.tsx'
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
  /** Open an item or another zone; without them the browser goes to the page. */
  onItem?: (id: number) => void
  onZone?: (pk: number) => void
}

/** Spec §2: the overview that a double click opens. Needs `key={pk}`. */
export function ZoneOverviewPopup({ pk, client, data, zones, onClose, onLost, onItem, onZone }: Props) {
  const [zone, setZone] = useState<WatchedZone>({ state: 'loading' })
  const [around] = useState(zones)
  const titleId = useId()
  useEffect(
    () => watchZone({ pk, client, data, path: MAP_DATA.zone(pk), around, show: setZone, lose: onLost }),
    [pk, client, data, around, onLost],
  )
  const isReady = zone.state === 'ready'
  return (
    <RecordPopup
      page={{ href: zoneAddress(pk), text: 'Page of this place' }}
      titleId={titleId}
      isLoading={!isReady}
      away={isReady && zone.from === 'away' && 'place'}
      onClose={onClose}
      onClick={openClicked({ item: onItem, zone: onZone })}
    >
      {isReady && <ZoneRecord zone={zone.zone} api={client.base} level={2} titleId={titleId} inPopup />}
    </RecordPopup>
  )
}
