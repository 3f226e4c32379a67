import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Client } from '#client/client.ts'
import type { LoadError } from '#client/errors.ts'
import { MAP_LABEL } from '#contract/messages.ts'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import zoom from '#islands/behaviours/zoom.ts?worker&url'
import { Icon } from '#components/Icon.tsx'
import { ModalDialog } from '#islands/widgets/ModalDialog.tsx'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import '#styles/zone-popup.css'
import '#styles/item-popup.css'
import type { ItemView } from '#views/item.ts'
import { readBuiltArticle } from './built-article.ts'
import { loadItem } from './load-item.ts'
import { loadWhenUsed } from './load-when-used.ts'
import { watchItem, type WatchedItem } from './watch-item.ts'

/** Largest size of the first picture in CSS pixels, so that the title is visible below it, and of the others. */
const BOXES = [
  { width: 880, height: 416 },
  { width: 240, height: 240 },
] as const

interface Props {
  id: number
  client: Client
  /** True if the archive is known to be unreachable. */
  isAway: boolean
  onClose: () => void
  /** Called when neither the archive nor the last build has it. Needs a stable identity. */
  onLost: (why: LoadError) => void
}

/** Spec §2 "Item overview popup": an item over the map, drawn as on its page. Needs `key={id}`. */
export function ItemPopup({ id, client, isAway, onClose, onLost }: Props) {
  const [item, setItem] = useState<WatchedItem<ItemView, HTMLElement>>({ state: 'loading' })
  const [wasAway] = useState(isAway)
  const title = useId()
  useEffect(
    () =>
      watchItem<ItemView, HTMLElement>({
        load: (signal) => loadItem(client, id, { boxes: BOXES, isBuilt: false, signal }),
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
      <div className="popup-body" data-zoom={zoom} onClick={({ nativeEvent }) => loadWhenUsed(nativeEvent)}>
        {item.state === 'loading' && (
          <p id={title} className="loading" role="status">
            {MAP_LABEL.loading}
          </p>
        )}
        {item.state === 'ready' && <ItemRecord item={item.item} site={location.origin} level={2} titleId={title} />}
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
