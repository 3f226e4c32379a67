import { editDistance } from './edit-distance.ts'
import { searchText } from './search-text.ts'

/** A word that no word of the archive begins with, folded, and the most similar word of the archive. */
export interface UnknownWord {
  word: string
  nearest?: string | undefined
}

/**
 * The words most similar to a misspelled one, best first. They begin with the same letter, and two thirds of the word are right. Of equally similar words
 * the first in the alphabet wins.
 * @param words folded.
 */
export function nearestWords(word: string, words: readonly string[], most: number): string[] {
  const allowed = Math.min(3, Math.floor(word.length / 3))
  return words
    .flatMap((each) => {
      if (each[0] !== word[0] || Math.abs(each.length - word.length) > allowed) return []
      const distance = editDistance(word, each)
      return distance > allowed ? [] : [{ each, distance }]
    })
    .sort((a, b) => a.distance - b.distance || (a.each < b.each ? -1 : 1))
    .slice(0, most)
    .map(({ each }) => each)
}

/** The search with each unknown word replaced by the most similar one ("Did you mean …?"); undefined if one of them has none. */
export function corrected(typed: string, unknown: readonly UnknownWord[]): string | undefined {
  if (unknown.length === 0 || unknown.some(({ nearest }) => nearest === undefined)) return undefined
  const nearest = new Map(unknown.map((each) => [each.word, each.nearest!]))
  return typed.trim().replace(/[\p{L}\p{N}\p{M}'’ʼ]+/gu, (word) => {
    const better = nearest.get(searchText(word))
    if (better === undefined) return word
    // As it was typed: Brookyn, Brooklyn.
    return /^\p{Lu}/u.test(word) ? better[0]!.toUpperCase() + better.slice(1) : better
  })
}
