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
  const words = searchWords(query)
  if (words.length === 0) return text === '' ? [] : [{ text, marked: false }]
  const pieces: Piece[] = []
  for (const part of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    if (part === '') continue
    const marked = words.some((word) => fold(part).startsWith(word))
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
