import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Client } from '#client/client.ts'
import { MAP_LABEL } from '#contract/messages.ts'
import { loadItem } from '#islands/live/load-item.ts'
import { RecordCard } from '#islands/live/RecordCard.tsx'
import type { LiveRecord } from '#islands/live/record.ts'
import zoom from '#islands/record/zoom.ts?worker&url'
import { Icon } from '#islands/widgets/Icon.tsx'
import { ModalDialog } from '#islands/widgets/ModalDialog.tsx'
import { itemAddress } from '#rules/addresses.ts'
import type { WhyLost } from '#stores/map/map-stores.ts'
import '#styles/zone-popup.css'
import '#styles/item-popup.css'
import { answerPart } from './answer-part.ts'
import { readBuiltArticle } from './built-article.ts'
import { watchItem, type WatchedItem } from './watch-item.ts'

/** CSS pixels that the first picture may take, so that the title is seen under it, and the others. */
const BOXES = [
  { width: 880, height: 416 },
  { width: 240, height: 240 },
] as const

interface Props {
  id: number
  client: Client
  /** True where the archive is known not to answer. */
  isAway: boolean
  onClose: () => void
  /** Called when neither the archive nor the last build can show it. Must stay the same. */
  onLost: (why: WhyLost) => void
}

/** Spec §2 "Item overview popup": an item over the map, as its page shows it. Give it `key={id}` where one may follow the other. */
export function ItemPopup({ id, client, isAway, onClose, onLost }: Props) {
  const [item, setItem] = useState<WatchedItem<LiveRecord, HTMLElement>>({ state: 'loading' })
  const [wasAway] = useState(isAway)
  const title = useId()
  useEffect(
    () =>
      watchItem<LiveRecord, HTMLElement>({
        load: (signal) => loadItem(client, id, { boxes: BOXES, signal }),
        readBuilt: (signal) => readBuiltArticle(id, signal),
        isAway: wasAway,
        later(milliseconds, work) {
          const timer = setTimeout(work, milliseconds)
          return () => clearTimeout(timer)
        },
        show: setItem,
        lose: onLost,
      }),
    [id, client, wasAway, onLost],
  )
  return (
    <ModalDialog className="popup item-popup" labelledBy={title} onClose={onClose}>
      <div className="popup-bar">
        <a href={itemAddress(id)}>Page of this item</a>
        <button type="button" className="popup-close" onClick={onClose}>
          <Icon name="cross" />
          Close
        </button>
      </div>
      <div className="popup-body" data-zoom={zoom} onClick={({ nativeEvent }) => answerPart(nativeEvent)}>
        {item.state === 'loading' && (
          <p id={title} className="loading" role="status">
            {MAP_LABEL.loading}
          </p>
        )}
        {item.state === 'ready' && <RecordCard record={item.item} level={2} titleId={title} />}
        {item.state === 'as-built' && <BuiltCard article={item.built} titleId={title} />}
      </div>
    </ModalDialog>
  )
}

function BuiltCard({ article, titleId }: { article: HTMLElement; titleId: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    article.querySelector('.item-head h2')?.setAttribute('id', titleId)
    place.current!.replaceChildren(article)
  }, [article, titleId])
  return (
    <>
      <p className="as-built" role="status">
        The archive does not answer at the moment. This is the item as of the last update.
      </p>
      <div ref={place} />
    </>
  )
}
