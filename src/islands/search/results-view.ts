import { KIND_NAMES, type Kind } from './engine.ts'
import { element, markedText } from './elements.ts'
import { typeLabel } from './item-types.ts'
import type { Found } from './found.ts'
import { markWords, withoutStart } from './marks.ts'
import { type SearchRequest, writeRequest } from './request.ts'
import { type Choice, PAGE_SIZE, type ResultPage, type ResultState } from './results.ts'
import { countResults } from './suggestions.ts'

const number = (value: number) => value.toLocaleString('en-CA')
const SINGULAR: Record<Kind, string> = {
  item: 'Item',
  person: 'Person',
  organization: 'Organization',
  place: 'Place',
  subject: 'Subject',
  collection: 'Collection',
}

/** What the status line says. */
export function resultLine(state: ResultState): string {
  if (state.phase === 'loading') return 'Searching…'
  if (state.phase === 'failed')
    return 'The search index cannot be reached just now. Nothing is lost: try again, or use the ways in below.'
  if (state.phase === 'empty') return ''
  const { count, total, request, pages } = state.page
  if (total === 0)
    return `Nothing was found for “${request.words}”. Try fewer or other words, or one of the ways in below.`
  const from = (request.page - 1) * PAGE_SIZE + 1
  const range = pages > 1 ? `: ${number(from)} to ${number(Math.min(count, from + PAGE_SIZE - 1))}` : ''
  return `${countResults(count)}${range}`
}

/** The filters, the results and the pager. Everything that leads on is a link with its own address. */
export function drawResults(page: ResultPage): HTMLElement[] {
  const { request, found } = page
  const heading = element('h2', { class: 'visually-hidden' }, 'Results')
  const list = element('ol', { class: 'result-list' }, ...found.map((each) => drawResult(each, request.words)))
  return [drawFilters(page), heading, list, ...drawPager(page)]
}

/** Words that find nothing together may find something one by one. */
export function drawSingleWords({ words }: SearchRequest): HTMLElement[] {
  const single = [...new Set(words.split(/\s+/))].filter((word) => word.length > 2)
  if (single.length < 2) return []
  const links = single.map((word) =>
    element('li', {}, element('a', { href: writeRequest({ words: word, kind: '', type: '', page: 1 }) }, word)),
  )
  return [
    element(
      'nav',
      { class: 'results-filters', 'aria-label': 'One word at a time' },
      element('ul', { class: 'chips' }, ...links),
    ),
  ]
}

/** What stands in place of results when the index cannot be reached. */
export const drawRetry = (request: SearchRequest) => [
  element('p', {}, element('a', { class: 'button', href: writeRequest(request) }, 'Try again')),
]

function drawFilters({ request, total, kinds, types }: ResultPage): HTMLElement {
  const chip = (text: string, count: number, to: SearchRequest, on: boolean) =>
    element(
      'li',
      {},
      element(
        'a',
        { href: writeRequest(to), ...(on && { 'aria-current': 'true' }) },
        text,
        ' ',
        element('span', { class: 'figures' }, number(count)),
      ),
    )
  const row = (label: string, ...chips: HTMLElement[]) =>
    element('nav', { 'aria-label': label }, element('ul', { class: 'chips' }, ...chips))
  const any = { ...request, kind: '', type: '', page: 1 }
  const kindChip = ({ value, count }: Choice) =>
    chip(KIND_NAMES[value as Kind], count, { ...any, kind: value }, request.kind === value)
  const typeChip = ({ value, count }: Choice) =>
    chip(
      typeLabel(value),
      count,
      { ...any, kind: 'item', type: request.type === value ? '' : value },
      request.type === value,
    )
  const filters = element('div', { class: 'results-filters' })
  if (total > 0)
    filters.append(row('Kind', chip('Everything', total, any, request.kind === ''), ...kinds.map(kindChip)))
  if (types.length > 1 || request.type) filters.append(row('Type of item', ...types.map(typeChip)))
  return filters
}

function drawResult(found: Found, words: string): HTMLElement {
  const title = element('h3', {}, element('a', { href: found.url }, ...markedText(markWords(found.title, words))))
  const kind = found.type ? typeLabel(found.type) : (SINGULAR[found.kind as Kind] ?? '')
  const meta = element('p', { class: 'meta figures' }, [kind, found.years].filter(Boolean).join(' · '))
  const text = element('div', {}, title, meta)
  const excerpt = withoutStart(withoutStart(found.excerpt, found.title), found.years)
  if (excerpt.length > 0) text.append(element('p', {}, ...markedText(excerpt)))
  return element('li', { class: 'result' }, text, ...drawPicture(found))
}

/** Beside the title's link the picture would be the same link again: it is there for the pointer alone. */
function drawPicture({ image, url }: Found): HTMLElement[] {
  if (!image) return []
  const img = element('img', { src: image, alt: '', loading: 'lazy', decoding: 'async' })
  const picture = element('a', { class: 'result-picture', href: url, tabindex: '-1', 'aria-hidden': 'true' }, img)
  img.addEventListener('error', () => void picture.remove())
  return [picture]
}

function drawPager({ request, pages }: ResultPage): HTMLElement[] {
  if (pages < 2) return []
  const step = (text: string, page: number, rel: string) =>
    page >= 1 && page <= pages
      ? element('a', { class: 'button', rel, href: writeRequest({ ...request, page }) }, text)
      : element('span', { class: 'button off' }, text)
  const where = element('span', { class: 'figures' }, `Page ${number(request.page)} of ${number(pages)}`)
  return [
    element(
      'nav',
      { class: 'pager', 'aria-label': 'Pages' },
      step('Previous', request.page - 1, 'prev'),
      where,
      step('Next', request.page + 1, 'next'),
    ),
  ]
}
