import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Client } from '#client/client.ts'
import type { LoadError } from '#client/errors.ts'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { recordLoader } from '#islands/behaviours/record-loader.ts'
import tools from '#islands/behaviours/tools.ts?worker&url'
import viewer from '#islands/behaviours/viewer.ts?worker&url'
import zoom from '#islands/behaviours/zoom.ts?worker&url'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { schedule } from '#stores/shared/debounce.ts'
import '#styles/item-popup.css'
import type { ItemView } from '#views/item.ts'
import { readBuiltArticle } from './built-article.ts'
import { loadItem } from './load-item.ts'
import { RecordPopup } from './RecordPopup.tsx'
import { watchItem, type WatchedItem } from './watch-item.ts'

/** The inline script of an item's page, which loads the viewer and the tools. The Content-Security-Policy allows it by its hash. */
const loader = document.createElement('script')
loader.dataset.zoom = zoom
loader.text = recordLoader({ viewer, tools })
document.head.append(loader)

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
        later: schedule,
        show: setItem,
        lose: onLost,
      }),
    [id, client, wasAway, onLost],
  )
  // The address names one of its pictures: see recordLoader.
  useEffect(() => {
    if (item.state !== 'loading') dispatchEvent(new Event('hashchange'))
  }, [item.state])
  return (
    <RecordPopup
      className="item-popup"
      page={{ href: itemAddress(id), text: 'Page of this item' }}
      titleId={title}
      isLoading={item.state === 'loading'}
      away={item.state === 'as-built' && 'item'}
      onClose={onClose}
    >
      {item.state === 'ready' && <ItemRecord item={item.item} site={location.origin} level={2} titleId={title} />}
      {item.state === 'as-built' && <BuiltArticle article={item.built} titleId={title} />}
    </RecordPopup>
  )
}

function BuiltArticle({ article, titleId }: { article: HTMLElement; titleId: string }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    article.querySelector('.item-head h2')?.setAttribute('id', titleId)
    place.current!.replaceChildren(article)
  }, [article, titleId])
  return <div ref={place} />
}
