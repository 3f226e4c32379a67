import type { StatementSync } from 'node:sqlite'
import { searchTerms } from '#rules/search/search-terms.ts'
import { corrected, nearestWords, type UnknownWord } from '#rules/search/spelling.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { containingWords, type Condition } from './item-filter.ts'
import { matchingItems } from './item-statements.ts'
import { allRows, prepareRead, type Values } from './memoize.ts'
import type { View } from './view.ts'

/** Similar words that are tried: the most similar one may be in drafts only. */
const TRIED = 5

/** The words of the full text; a virtual table of the connection only. */
export const WORD_TABLE =
  "create virtual table if not exists temp.item_words using fts5vocab('main', 'item_search', 'row')"
const WORDS_BETWEEN = 'select term from item_words where term >= ? and term < ?'

/** Corrects the spelling of searches that find nothing, as the site's search does (rules/search/spelling.ts). */
export function createSpelling(reader: ArchiveDatabase) {
  // At once: what is made within the transaction of a read ends with it.
  reader.sqlite.exec(WORD_TABLE)
  let words: StatementSync | undefined

  /** The words that begin as this one does, those of drafts too. */
  function wordsLike(word: string, view: View): string[] {
    words ??= prepareRead(reader, WORDS_BETWEEN)
    const first = word.codePointAt(0)!
    const bounds = [first, first + 1].map((point) => String.fromCodePoint(point))
    return allRows(words, bounds, { ...view, reach: 'published' }).map(([term]) => term as string)
  }

  return {
    /** The search with its misspelled words corrected; undefined unless it finds something. @param conditions all but that of the text. */
    correct(search: string, conditions: readonly Condition[], view: View): string | undefined {
      const finds = (text: string, where: readonly Condition[]) => {
        const { terms } = searchTerms(text)
        if (terms.length === 0) return false
        const all = [...where, containingWords(terms)]
        const values: Values = all.flatMap((condition) => condition.values)
        const statement = prepareRead(reader, `select 1 from ${matchingItems(all)} limit 1`)
        return allRows(statement, values, view).length > 0
      }
      const shown = conditions.slice(0, 1)
      const asked = searchTerms(search).terms.flatMap(({ forms }) => forms[0]!.split(' '))
      const unknown = asked.flatMap((word): UnknownWord[] => {
        if (finds(word, shown)) return []
        const nearest = nearestWords(word, wordsLike(word, view), TRIED).find((each) => finds(each, shown))
        return [{ word, nearest }]
      })
      const better = corrected(search, unknown)
      return better !== undefined && finds(better, conditions) ? better : undefined
    },
  }
}
