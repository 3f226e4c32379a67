import { createClient } from '#client/client.ts'
import { PAGING } from '#contract/limits.ts'
import { element } from '#islands/search/elements.ts'
import { createItemPages, type ItemPage, type ItemPages, type ReadPage } from '#islands/zone/item-pages.ts'
import { itemsBy } from '#islands/zone/load-zone-overview.ts'
import { GALLERY_BOX } from '#rules/item-lists.ts'
import { smallPicture } from '#rules/pictures.ts'
import type { ZoneItem } from '#rules/zone-overview.ts'

const turners = new WeakMap<Element, ItemPages>()

/** A button of the items of a page of reading was used (islands/parts/ItemsPart.tsx): `data-by` is -1 or 1. */
export function turnItems(button: HTMLElement): void {
  const part = button.closest<HTMLElement>('.items-part')!
  const pages = turners.get(part) ?? makeTurner(part)
  turners.set(part, pages)
  const { page, pages: last } = pages.$page.get()
  const to = page + Number(button.dataset.by)
  if (to >= 1 && to <= last) pages.turn(to)
}

function makeTurner(part: HTMLElement): ItemPages {
  const all = itemsInPage(part.querySelector('.all-items') ?? part.querySelector('.item-rows')!)
  const pages = createItemPages(reader(part, all))
  pages.offer(all, Number(part.dataset.count))
  pages.$page.listen((page) => draw(part, page, () => pages.turn(page.page)))
  return pages
}

/** Asks the API as the page says; where its answer would not be the items of this page, they are read from the page. */
function reader({ dataset: { api = '', asked } }: HTMLElement, all: ZoneItem[]): ReadPage {
  if (asked === undefined)
    return async (page) => ({ count: all.length, items: all.slice((page - 1) * PAGING.tabs, page * PAGING.tabs) })
  const [[filter, id]] = [...new URLSearchParams(asked)] as [[Parameters<typeof itemsBy>[1][0], string]]
  const client = createClient({ base: api })
  return (page, signal) => itemsBy(client, [filter, Number(id)], page, signal)
}

function draw(part: HTMLElement, { state, page, pages, items, away }: ItemPage, again: () => void): void {
  const box = part.querySelector('.paged-items')!
  box.setAttribute('aria-busy', String(state === 'loading'))
  const shown = box.querySelector('.item-rows, .page-failed')!
  if (state === 'failed') shown.replaceWith(failure(again))
  else if (state === 'ready') shown.replaceWith(element('ul', { class: 'item-rows' }, ...items.map(row)))
  const words = `Page ${page} of ${pages}${away ? '. As of the last update.' : ''}`
  box.querySelector('[role=status]')!.textContent = state === 'loading' ? 'Loading...' : words
  for (const button of box.querySelectorAll<HTMLElement>('.turner button')) {
    const to = page + Number(button.dataset.by)
    // It stays in the tab order where it leads nowhere, so that the focus is not lost on the last page.
    button.classList.toggle('off', to < 1 || to > pages)
    button.setAttribute('aria-disabled', String(to < 1 || to > pages))
  }
}

function failure(again: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, 'Try again')
  button.addEventListener('click', again)
  const text = 'This page of items could not be loaded. The rest of the page is as it was.'
  return element('div', { class: 'page-failed', role: 'alert' }, element('p', {}, text), button)
}

/** The same as ItemRow.tsx. */
function row({ href, title, type, date, picture }: ZoneItem): HTMLElement {
  const thumb = element('span', { class: 'thumb' })
  if (picture) {
    const { src, width, height } = picture
    const image = element('img', { src, alt: '', decoding: 'async' })
    if (width && height) Object.assign(image, { width, height })
    thumb.append(image)
  }
  const meta = element('span', { class: 'meta' }, element('span', {}, type))
  if (date) meta.prepend(element('time', date.machine ? { datetime: date.machine } : {}, date.text))
  return element('li', {}, thumb, element('span', {}, element('a', { href }, title), meta))
}

/** The items that lie in the page, in the order of the API. */
function itemsInPage(list: Element): ZoneItem[] {
  const at = (row: HTMLElement) => Number(row.dataset.at ?? 0)
  return [...list.querySelectorAll('li')].sort((a, b) => at(a) - at(b)).map(itemIn)
}

function itemIn(row: HTMLElement, at: number): ZoneItem {
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
      ...smallPicture(image.getAttribute('src')!, {}, GALLERY_BOX),
      width: Number(image.getAttribute('width')) || null,
      height: Number(image.getAttribute('height')) || null,
    },
  }
}
