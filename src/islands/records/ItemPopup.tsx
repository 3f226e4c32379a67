import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Client } from '#client/client.ts'
import { type LoadError, loadErrorOf } from '#client/errors.ts'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { recordLoader } from '#islands/behaviours/record-loader.ts'
import tools from '#islands/behaviours/tools.ts?worker&url'
import viewer from '#islands/behaviours/viewer.ts?worker&url'
import zoom from '#islands/behaviours/zoom.ts?worker&url'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { schedule, withSlowFallback } from '#stores/shared/debounce.ts'
import type { Schedule } from '#stores/shared/deps.ts'
import type { ItemView } from '#views/item.ts'
import { RecordPopup } from './RecordPopup.tsx'
import { loadItem } from './load-item.ts'
import '#styles/item-popup.css'

/** What the popup shows: the item from the API, or from its page of the last build if the API is slow or away. */
export type WatchedItem<Item, Built> =
  | { state: 'loading' }
  | { state: 'ready'; item: Item }
  | { state: 'as-built'; built: Built }

interface WatchOptions<Item, Built> {
  /** Loads it from the API. */
  load(signal: AbortSignal): Promise<Item>
  /** Reads its page of the last build; null if there is none. */
  readBuilt(signal: AbortSignal): Promise<Built | null>
  /** True if the archive is known to be unreachable: then it is not asked. */
  isAway: boolean
  later: Schedule
  show(item: WatchedItem<Item, Built>): void
  /** Called when neither has it, or the API says that it was withdrawn. */
  lose(why: LoadError): void
}

/** Shows an item (spec §2 "Item overview popup loads one item"). Returns a function that stops it. */
export function watchItem<Item, Built>(options: WatchOptions<Item, Built>): () => void {
  const { load, readBuilt, isAway, later, show, lose } = options
  const stop = new AbortController()
  const { signal } = stop
  let reading: Promise<Built | null> | undefined
  let answered = false
  let isBuiltShown = false

  /** Once shown it stays, so that nothing changes under a reader when the API answers late. */
  async function showBuilt(): Promise<void> {
    const built = await (reading ??= readBuilt(signal).catch(() => null))
    if (signal.aborted || answered || isBuiltShown || built === null) return
    isBuiltShown = true
    show({ state: 'as-built', built })
  }

  async function watch(): Promise<void> {
    show({ state: 'loading' })
    try {
      if (isAway) throw new Error('The archive is away.')
      const item = await withSlowFallback(later, load(signal), showBuilt)
      if (signal.aborted || isBuiltShown) return
      answered = true
      show({ state: 'ready', item })
    } catch (problem) {
      if (signal.aborted) return
      const why = loadErrorOf(problem)
      if (why === 'missing') answered = true
      else await showBuilt()
      if (!signal.aborted && (answered || !isBuiltShown)) lose(why)
    }
  }

  void watch()
  return () => stop.abort()
}

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
