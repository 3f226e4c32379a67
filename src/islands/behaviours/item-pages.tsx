import type { ReactNode, ReactElement } from 'react'
import { createClient } from '#client/read-client.ts'
import { GalleryItem } from '#components/record/PrintLink.tsx'
import { PAGING } from '#contract/limits.ts'
import { isAlone } from '#client/edition.ts'
import { plainPicture } from '#rules/media/pictures.ts'
import { type ItemSummary, type RecordItems } from '#views/item-lists.ts'
import { createItemPager, type ItemPage, type ReadPage } from './item-pager.ts'
import { readItems } from './read-items.ts'

/** Pagination of a record's items, five per page (components/record/PagedItems.tsx), on static pages and under React. */
export class ItemPages extends HTMLElement {
  #known: Pick<RecordItems, 'items' | 'count'> | undefined
  #pager: ReturnType<typeof createItemPager> | undefined

  /** Set by React: the items known so far. */
  set items(known: RecordItems) {
    this.#known = known
    this.#pager?.offer(known.items, known.count)
  }

  connectedCallback(): void {
    for (const button of this.#buttons) {
      button.removeAttribute('data-live')
      button.addEventListener('click', () => this.#turn(Number(button.dataset.by)))
    }
    // A new count changes the number of pages.
    if (this.#known) this.#start()
  }

  disconnectedCallback(): void {
    this.#pager?.stop()
  }

  get #buttons(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.pagination button')]
  }

  #turn(by: number): void {
    const pager = this.#start()
    const { page, pages } = pager.$page.get()
    if (page + by >= 1 && page + by <= pages) pager.goToPage(page + by)
  }

  #start() {
    if (this.#pager) return this.#pager
    const { items, count } = this.#known ?? { items: this.#itemsInPage(), count: Number(this.dataset.count) }
    const pager = createItemPager(this.#reader(items))
    pager.offer(items, count)
    pager.$page.listen((page) => this.#draw(page))
    return (this.#pager = pager)
  }

  /** Reads from the API, or from the page itself where the API cannot list exactly these items. */
  #reader(all: readonly ItemSummary[]): ReadPage {
    const { api = '', query } = this.dataset
    if (query === undefined)
      return (page) =>
        Promise.resolve({ count: all.length, items: all.slice((page - 1) * PAGING.tabs, page * PAGING.tabs) })
    const client = createClient({ base: api })
    return (page, signal) => readItems(client, query, page, signal)
  }

  #draw({ state, page, pages, items, away }: ItemPage): void {
    const box = this.querySelector('.paged-items')!
    box.setAttribute('aria-busy', String(state === 'loading'))
    const shown = box.querySelector('.gallery, .page-failed')!
    if (state === 'failed') shown.replaceWith(this.#failure(page))
    else if (state === 'ready') {
      const rows = draw(<Rows items={items} />)
      // The same rows stay: one of them may have the focus, or get it back when a dialog closes.
      if (!shown.isEqualNode(rows)) shown.replaceWith(rows)
    }
    const words = `Page ${page} of ${pages}${away && !isAlone ? '. As of the last update.' : ''}`
    box.querySelector('[role=status]')!.textContent = state === 'loading' ? 'Loading...' : words
    for (const button of this.#buttons) {
      const to = page + Number(button.dataset.by)
      // Not `disabled`, so that the focus is not lost on the last page.
      button.setAttribute('aria-disabled', String(to < 1 || to > pages))
    }
  }

  #failure(page: number): Node {
    const message = draw(<Failure />)
    message.lastChild!.addEventListener('click', () => this.#pager!.goToPage(page))
    return message
  }

  /** The items in the page's HTML, in the order of the API. */
  #itemsInPage(): ItemSummary[] {
    const list = this.querySelector('.all-items') ?? this.querySelector('.gallery')!
    const at = (row: HTMLElement) => Number(row.dataset.at ?? 0)
    return [...list.querySelectorAll('li')].sort((a, b) => at(a) - at(b)).map(itemIn)
  }
}

const Rows = ({ items }: { items: readonly ItemSummary[] }): ReactNode => (
  <ul className="gallery">
    {items.map((item) => (
      <GalleryItem key={item.id} item={item} />
    ))}
  </ul>
)

const Failure = (): ReactNode => (
  <div className="page-failed" role="alert">
    <p>These items didn't load. Please try again.</p>
    <button type="button" className="button">
      Try again
    </button>
  </div>
)

function itemIn(row: HTMLElement, at: number): ItemSummary {
  const [link, time, image] = [row.querySelector('a')!, row.querySelector('time'), row.querySelector('img')]
  const last = [...row.querySelectorAll('.meta')].at(-1)!
  return {
    id: at,
    href: link.getAttribute('href')!,
    title: (link.querySelector('.title') ?? link).textContent,
    type: (last.querySelector('span') ?? last).textContent,
    date: time && { text: time.textContent, machine: time.getAttribute('datetime') },
    dateStart: null,
    dateEnd: null,
    picture: image && {
      ...plainPicture(image.getAttribute('src')!),
      width: Number(image.getAttribute('width')) || null,
      height: Number(image.getAttribute('height')) || null,
    },
  }
}

/** Renders a component without hooks to DOM nodes, without React: static pages reuse a component for new rows, and React would cost 60 kB. */
function draw(node: ReactNode): Node {
  if (node === null || node === undefined || typeof node === 'boolean') return document.createDocumentFragment()
  if (typeof node === 'string' || typeof node === 'number') return document.createTextNode(String(node))
  if (Array.isArray(node)) return drawAll(node as ReactNode[])
  const { type, props } = node as ReactElement<Record<string, ReactNode>>
  if (typeof type === 'function') return draw((type as (props: object) => ReactNode)(props))
  const { children, ...attributes } = props
  const element = document.createElement(type)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name === 'className' ? 'class' : name, String(value))
  element.append(draw(children))
  return element
}

function drawAll(nodes: readonly ReactNode[]): Node {
  const all = document.createDocumentFragment()
  all.append(...nodes.map(draw))
  return all
}
