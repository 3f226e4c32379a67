import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import type { Client } from '#client/client.ts'
import { EMPTY } from '#contract/messages.ts'
import { ItemRow } from '#islands/parts/ItemRow.tsx'
import type { ZoneOverview } from '#rules/zone-overview.ts'
import { createItemPages } from './item-pages.ts'
import { itemsOfZone } from './load-zone-overview.ts'

interface Props {
  client: Client
  overview: ZoneOverview
}

/** Items of a zone, five a page, with Previous and Next. */
export function PagedItems({ client, overview }: Props) {
  const { pk, items, itemCount } = overview
  const [pages] = useState(() => {
    const made = createItemPages((page, signal) => itemsOfZone(client, pk, page, signal))
    made.offer(items, itemCount)
    return made
  })
  useEffect(() => pages.offer(items, itemCount), [pages, items, itemCount])
  useEffect(() => () => pages.stop(), [pages])
  const { state, page, pages: last, count, items: shown } = useStore(pages.$page)
  const line = useId()

  if (count === 0) return <p className="empty">{EMPTY.zoneItems}</p>
  return (
    <div className="paged-items" aria-busy={state === 'loading'}>
      {state === 'failed' ? (
        <div className="page-failed" role="alert">
          <p>This page of items could not be loaded. The rest of the overview is as it was.</p>
          <button type="button" className="button" onClick={() => pages.turn(page)}>
            Try again
          </button>
        </div>
      ) : (
        <ul className="item-rows">
          {shown.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {last > 1 && (
        <nav className="turner" aria-labelledby={line}>
          <Turn text="Previous" to={page - 1} off={page <= 1} turn={pages.turn} />
          <p id={line} role="status" className="figures">
            {state === 'loading' ? 'Loading...' : `Page ${page} of ${last}`}
          </p>
          <Turn text="Next" to={page + 1} off={page >= last} turn={pages.turn} />
        </nav>
      )}
    </div>
  )
}

/** Stays in the tab order where it leads nowhere, so that the focus is not lost on the last page. */
const Turn = ({ text, to, off, turn }: { text: string; to: number; off: boolean; turn: (page: number) => void }) => (
  <button type="button" className={off ? 'button off' : 'button'} aria-disabled={off} onClick={() => off || turn(to)}>
    {text}
  </button>
)
