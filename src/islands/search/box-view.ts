import { KIND_NAMES } from './engine.ts'
import { element, markedText } from './elements.ts'
import type { Found } from './found.ts'
import { markWords } from './marks.ts'
import { writeRequest } from './request.ts'
import { FAILED, type Group, type Suggestions } from './suggestions.ts'
import { typeLabel } from './item-types.ts'

/** The list of suggestions for a state, and the sentence that stands in its place when there is none. */
export function drawSuggestions(state: Suggestions): { list: HTMLElement[]; note: string } {
  if (state.phase === 'failed') return { list: [], note: FAILED }
  if (state.phase !== 'found') return { list: [], note: '' }
  const { words, total, groups } = state
  if (total === 0) return { list: [], note: `Nothing was found for “${words}”. Try fewer or other words.` }
  const all = option(writeRequest({ words, kind: '', type: '', page: 1 }), 'search-all', `All results for “${words}”`)
  return { list: [...groups.map((group) => drawGroup(group, words)), all], note: '' }
}

function drawGroup({ kind, total, found }: Group, words: string): HTMLElement {
  const id = `search-kind-${kind}`
  const count = element('span', { class: 'search-count' }, total.toLocaleString('en-CA'))
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
  const about = [typeLabel(found.type), found.description].filter(Boolean).join(' · ')
  const text = element('span', { class: 'search-text' }, name)
  if (about) text.append(' ', element('span', { class: 'search-about' }, ...markedText(markWords(about, words))))
  return option(found.url, 'search-found', picture(found), text)
}

/** The title says what the picture shows, so the picture itself is silent. A picture that cannot be loaded leaves its plain mat. */
function picture({ image, kind }: Found): HTMLElement {
  const mat = element('span', { class: `search-mat search-mat-${kind in KIND_NAMES ? kind : 'item'}` })
  if (!image) return mat
  const img = element('img', { src: image, alt: '', width: '48', height: '48', decoding: 'async' })
  img.addEventListener('error', () => void img.remove())
  mat.append(img)
  return mat
}

/** An option is a real link: it can be opened in a new tab like any other. The arrows reach it, Tab does not. */
const option = (href: string, className: string, ...children: (Node | string)[]) =>
  element('a', { role: 'option', 'aria-selected': 'false', tabindex: '-1', href, class: className }, ...children)
