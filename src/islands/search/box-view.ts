import { element } from './elements.ts'
import type { Found } from './found.ts'
import { markWords, type Piece } from './marks.ts'
import { KIND_NAMES } from './kind-names.ts'
import { writeRequest } from './request.ts'
import { FAILED, type Group, nothingFound, type Suggestions } from './suggestions.ts'
import { formatNumber } from '#rules/names/record-names.ts'

/** The list of suggestions, or a sentence where there is none. */
export function drawSuggestions(state: Suggestions): { list: HTMLElement[]; note: string } {
  if (state.phase === 'failed') return { list: [], note: FAILED }
  if (state.phase !== 'found') return { list: [], note: '' }
  const { words, total, groups, year, correction } = state
  const link = (href: string, text: string) => option(href, 'search-all', text)
  const search = (words: string, text: string) => link(writeRequest({ words, kind: '', type: '', page: 1 }), text)
  const list = [...(year ? [link(year.href, year.text)] : []), ...groups.map((group) => drawGroup(group, words))]
  if (total > 0) list.push(search(words, `All results for “${words}”`))
  else if (correction) list.push(search(correction, `Did you mean “${correction}”?`))
  return { list, note: total > 0 ? '' : nothingFound(state) }
}

function drawGroup({ kind, total, found }: Group, words: string): HTMLElement {
  const id = `search-kind-${kind}`
  const count = element('span', { class: 'search-count' }, formatNumber(total))
  const heading = element('div', { id, class: 'search-kind', role: 'presentation' }, KIND_NAMES[kind], ' ', count)
  return element(
    'div',
    { role: 'group', 'aria-labelledby': id },
    heading,
    ...found.map((each) => drawFound(each, words)),
  )
}

function drawFound(found: Found, words: string): HTMLElement {
  const name = element('span', { class: 'search-name' }, ...markedText(markWords(found.title, words)))
  if (found.years) name.append(' ', element('span', { class: 'search-years' }, found.years))
  const about = [found.type, found.description].filter(Boolean).join(' · ')
  const text = element('span', { class: 'search-text' }, name)
  if (about) text.append(' ', element('span', { class: 'search-about' }, ...markedText(markWords(about, words))))
  return option(found.url, 'search-found', picture(found), text)
}

/** Decorative: the title beside it says what it shows. A picture that fails to load leaves its empty mat. */
function picture({ image }: Found): HTMLElement {
  const mat = element('span', { class: 'search-mat' })
  if (!image) return mat
  const img = element('img', { src: image, alt: '', width: '48', height: '48', decoding: 'async' })
  img.addEventListener('error', () => void img.remove())
  mat.append(img)
  return mat
}

const markedText = (pieces: Piece[]) => pieces.map(({ text, marked }) => (marked ? element('mark', {}, text) : text))

/** An option is a link, so that it can be opened in a new tab. The arrow keys reach it, Tab does not. */
const option = (href: string, className: string, ...children: (Node | string)[]) =>
  element('a', { role: 'option', 'aria-selected': 'false', tabindex: '-1', href, class: className }, ...children)
