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
import { loadItem } from './load-item.ts'
import { RecordPopup } from './RecordPopup.tsx'
import { watchItem, type WatchedItem } from './watch-item.ts'

/** Elements that run something, or change the page around the record. */
const UNWANTED = 'script, style, link, meta, base, iframe, object, embed, noscript'
/** The headings of an item's page, one level lower. */
const LOWER = { H1: 'h2', H2: 'h3' } as const

/** An item's record from its page of the last build, with lower headings; null if there is no such page. */
async function readBuiltArticle(id: number, signal: AbortSignal): Promise<HTMLElement | null> {
  const answer = await fetch(itemAddress(id), { headers: { accept: 'text/html' }, signal })
  if (!answer.ok) return null
  // A parsed document runs no scripts and loads nothing.
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const article = page.querySelector<HTMLElement>('article.item')
  if (!article) return null
  for (const each of article.querySelectorAll(UNWANTED)) each.remove()
  for (const each of article.querySelectorAll('*'))
    for (const name of each.getAttributeNames()) if (name.startsWith('on')) each.removeAttribute(name)
  for (const heading of article.querySelectorAll('h1, h2')) lower(heading)
  return document.adoptNode(article)
}

function lower(heading: Element): void {
  const lowered = heading.ownerDocument.createElement(LOWER[heading.tagName as keyof typeof LOWER])
  for (const { name, value } of heading.attributes) lowered.setAttribute(name, value)
  lowered.append(...heading.childNodes)
  heading.replaceWith(lowered)
}

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
