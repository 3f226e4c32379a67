import { isPhrase } from '#rules/search-phrases.ts'

/** A run of text, marked where it is one of the words that were searched for. */
export interface Piece {
  text: string
  marked: boolean
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" }
const decode = (text: string) => text.replace(/&(lt|gt|amp|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name]!)

/**
 * Reads Pagefind's excerpt: escaped text in which only its own `<mark>` is markup. Any other tag stays text. Pagefind marks
 * whatever stands between two spaces; here the mark ends with the word, before its comma or full stop.
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

/** Lower case without accents, as the index compares words. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of a search, folded, without the English endings that the index also ignores. */
export function searchWords(query: string): string[] {
  const words = fold(query).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => (word.length > 5 ? word.replace(/(?:ies|ing|es|ed|s)$/, '') : word))
}

/** Splits `text` so that each word that begins with one of the words searched for is marked. */
export function markWords(text: string, query: string): Piece[] {
  return markWhere(text, beginsAs(query))
}

/**
 * Marks what Pagefind, which tells one place of a word, left unmarked: the other words that begin as what was searched for does, and those that are the
 * same as a marked one. A phrase in quotation marks is marked whole already, and its single words are not what was searched for.
 */
export function markExcerpt(pieces: readonly Piece[], query: string): Piece[] {
  if (isPhrase(query)) return [...pieces]
  const isTyped = beginsAs(query)
  const marked = new Set(pieces.flatMap((piece) => (piece.marked ? [fold(piece.text)] : [])))
  return pieces.flatMap((piece) =>
    piece.marked ? [piece] : markWhere(piece.text, (word) => marked.has(word) || isTyped(word)),
  )
}

/** Whether a folded word begins as one of the words that were searched for. */
function beginsAs(query: string): (word: string) => boolean {
  const words = searchWords(query)
  return (word) => words.some((each) => word.startsWith(each))
}

/** Splits `text` so that its words are marked for which `isMarked`, asked with the folded word, is true. */
function markWhere(text: string, isMarked: (word: string) => boolean): Piece[] {
  const pieces: Piece[] = []
  for (const part of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    if (part === '') continue
    const marked = isMarked(fold(part))
    const last = pieces.at(-1)
    if (last && last.marked === marked) last.text += part
    else pieces.push({ text: part, marked })
  }
  return pieces
}

/** An excerpt often begins with the title that stands above it: the rest, or all where it does not. */
export function withoutStart(pieces: readonly Piece[], start: string): Piece[] {
  const text = pieces.map((piece) => piece.text).join('')
  if (start === '' || !text.startsWith(start)) return [...pieces]
  let cut = start.length + (/^[\s.,;:]+/.exec(text.slice(start.length))?.[0].length ?? 0)
  return pieces.flatMap((piece) => {
    const rest = piece.text.slice(cut)
    cut = Math.max(0, cut - piece.text.length)
    return rest === '' ? [] : [{ ...piece, text: rest }]
  })
}
