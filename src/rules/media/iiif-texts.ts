import { findInText, isMatch, passagesOf } from '../search/found-in-text.ts'
import { searchTerms } from '../search/search-terms.ts'
import { searchText } from '../search/search-text.ts'
import { around, type WordBox } from '../texts/word-boxes.ts'
import { itemManifest } from './iiif-addresses.ts'
import { serviceSize } from './iiif-image.ts'

const SEARCH = 'http://iiif.io/api/search/2/context.json'
const PRESENTATION_2 = 'http://iiif.io/api/presentation/2/context.json'
/** Words that are offered. */
const TERMS = 20

/** A public scan with its text and, line by line, its words where they stand. */
export interface TextPage {
  item: number
  scan: number
  text: string
  language: string
  width: number
  height: number
  lines: readonly WordBox[][]
}

const canvasAddress = (site: string, item: number, scan: number) =>
  `${site}${itemManifest(item).replace(/manifest\.json$/, '')}canvas/${scan}`

/** A part of a page's canvas (Media Fragments): around the boxes, or all of it without any. */
function targetOf(site: string, { item, scan, width, height }: TextPage, boxes: readonly WordBox[]): string {
  const canvas = canvasAddress(site, item, scan)
  const part = around(boxes, serviceSize({ width, height }))
  return part ? `${canvas}#xywh=${part.x},${part.y},${part.width},${part.height}` : canvas
}

const annotation = (id: string, value: string, language: string, target: string) => ({
  ...{ id, type: 'Annotation', motivation: 'supplementing' },
  body: { type: 'TextualBody', value, format: 'text/plain', ...(language && { language }) },
  target,
})

/** The text of a page as annotations (Presentation API 3), line by line where it is known where they stand. */
export function textAnnotations(id: string, site: string, page: TextPage): object {
  const lines = page.lines.map((words) => ({ words, text: words.map(([word]) => word).join(' ') }))
  const parts = lines.length > 0 || page.text === '' ? lines : [{ words: [], text: page.text }]
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    ...{ id, type: 'AnnotationPage' },
    items: parts.map(({ words, text }, at) =>
      annotation(`${id}#${at + 1}`, text, page.language, targetOf(site, page, words)),
    ),
  }
}

/** What a search finds on pages (Content Search API 2): words with their boxes, or the words around the first on the page. */
export function searchAnnotations(id: string, site: string, pages: readonly TextPage[], search: string) {
  const { terms } = searchTerms(search)
  const items = pages.flatMap((page) => {
    const boxes = page.lines.flat().filter(([word]) => isMatch(searchText(word), terms))
    const around = boxes.length > 0 ? undefined : findInText(passagesOf(page.text), terms)
    const found = boxes.map((box) => ({ text: box[0], boxes: [box] }))
    return [...found, ...(around ? [{ text: around.before + around.match + around.after, boxes: [] }] : [])].map(
      ({ text, boxes: own }, at) =>
        annotation(`${id}#${page.scan}-${at + 1}`, text, page.language, targetOf(site, page, own)),
    )
  })
  return { '@context': SEARCH, id, type: 'AnnotationPage', items }
}

/** The same as Content Search API 1, for Mirador and the Universal Viewer (docs/develop/measured.md). */
export function searchResults(...asked: Parameters<typeof searchAnnotations>): object {
  const { id, items } = searchAnnotations(...asked)
  const resources = items.map(({ id: own, body: { value }, target }) => ({
    ...{ '@id': own, '@type': 'oa:Annotation', motivation: 'sc:painting', on: target },
    resource: { '@type': 'cnt:ContentAsText', chars: value },
  }))
  return { '@context': PRESENTATION_2, '@id': id, '@type': 'sc:AnnotationList', resources }
}

/** Words of pages that begin as typed, the most frequent first (Content Search API 2). */
export function termPage(id: string, _: string, pages: readonly TextPage[], typed: string): object {
  const { terms } = searchTerms(typed)
  const all = pages.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [])
  const words = [...Map.groupBy(all, (word) => word)].filter(([word]) => isMatch(searchText(word), terms))
  const items = words.map(([value, { length }]) => ({ value, total: length })).sort((a, b) => b.total - a.total)
  return { '@context': SEARCH, id, type: 'TermPage', items: items.slice(0, TERMS) }
}
