import { wordForms } from '#rules/search/word-forms.ts'
import { searchText, searchWords } from '#rules/search/search-text.ts'

/** A run of text; `marked` if it matches a word of the search. */
export interface Piece {
  text: string
  marked: boolean
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" }
const decode = (text: string) => text.replace(/&(lt|gt|amp|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name]!)

/**
 * Parses Pagefind's excerpt: escaped text in which `<mark>` is the only markup. Pagefind marks everything between two spaces; here a mark leaves out
 * the punctuation around the word.
 */
export function readExcerpt(excerpt: string): Piece[] {
  const pieces: Piece[] = []
  const add = (text: string, marked: boolean) => {
    const last = pieces.at(-1)
    if (text === '') return
    if (last && !last.marked && !marked) last.text += text
    else pieces.push({ text, marked })
  }
  for (const part of excerpt.split(/(<mark>.*?<\/mark>)/s)) {
    const marked = /^<mark>(.*)<\/mark>$/s.exec(part)
    if (!marked) {
      add(decode(part), false)
      continue
    }
    const [, before = '', word = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}\p{M}]*)$/su.exec(
      decode(marked[1]!),
    )!
    add(before, false)
    add(word, true)
    add(after, false)
  }
  return pieces
}

/** Marks each word of `text` that begins with a word of the search. */
export function markWords(text: string, query: string): Piece[] {
  const beginnings = searchWords(query).flatMap(wordForms)
  const pieces: Piece[] = []
  for (const part of text.split(/([\p{L}\p{N}\p{M}'’]+)/u)) {
    if (part === '') continue
    const folded = searchText(part)
    const marked = beginnings.some((beginning) => ` ${folded}`.includes(` ${beginning}`))
    const last = pieces.at(-1)
    if (last && last.marked === marked) last.text += part
    else pieces.push({ text: part, marked })
  }
  return pieces
}
