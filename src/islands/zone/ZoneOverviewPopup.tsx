import { useEffect, useId, useState } from 'react'
import type { Client } from '#client/client.ts'
import { answerItemClick } from '#islands/item/clicked-item.ts'
import { Icon } from '#islands/widgets/Icon.tsx'
import { ModalDialog } from '#islands/widgets/ModalDialog.tsx'
import { MAP_LABEL } from '#contract/messages.ts'
import { zoneAddress } from '#rules/addresses.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import { MAP_DATA } from '#rules/zone-overview.ts'
import type { WhyLost } from '#stores/map/map-stores.ts'
import '#styles/zone-popup.css'
import { PagedItems } from './PagedItems.tsx'
import { PartTabs } from './PartTabs.tsx'
import { watchZone, type WatchedZone } from './watch-zone.ts'
import { ZoneOverview } from './ZoneOverview.tsx'

interface Props {
  pk: number
  client: Client
  /** Reads a JSON file of the last build by its path; null or a rejection where there is none. */
  data: (path: string, signal: AbortSignal) => Promise<unknown>
  /** The zones that the map shows, for the small map. Read when it opens; where it is left out the last build's map is shown. */
  zones?: readonly ZoneOutline[]
  onClose: () => void
  /** Called when neither the archive nor the last build can show it. Must stay the same. */
  onLost: (why: WhyLost) => void
  /** What a plain click on one of its items does; without it the browser opens the item's page. */
  onItem?: (id: number) => void
}

/**
 * Spec §2: the overview that a double click opens. Escape, a click beside it and its button close it; the focus goes back to where it was. Give it
 * `key={pk}` where one may follow the other.
 */
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
        <Shown zone={zone} client={client} title={title} />
      </div>
    </ModalDialog>
  )
}

interface ShownProps {
  zone: WatchedZone
  client: Client
  title: string
}

function Shown({ zone, client, title }: ShownProps) {
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
          The archive does not answer at the moment. This is what it held at the last update.
        </p>
      )}
      <ZoneOverview
        overview={zone.overview}
        level={2}
        titleId={title}
        Parts={PartTabs}
        items={<PagedItems client={client} overview={zone.overview} />}
      />
    </>
  )
}
