import { searchTerms } from '#rules/search/search-terms.ts'
import { corrected, nearestWords, type UnknownWord } from '#rules/search/spelling.ts'
import type { ArchiveDatabase, ReadStatement } from '../database/archive-database.ts'
import { containingWords, type Condition } from './item-filter.ts'
import { matchingItems } from './item-statements.ts'
import type { View } from './view.ts'

/** Similar words that are tried: the most similar one may be in drafts only. */
const TRIED = 5

/** The words of the full text: on SQLite a virtual table of the connection only. */
export const WORD_TABLE =
  "create virtual table if not exists temp.item_words using fts5vocab('main', 'item_search', 'row')"
const WORDS_BETWEEN = 'select term from item_words where term >= ? and term < ?'

/** Corrects the spelling of searches that find nothing, as the site's search does (rules/search/spelling.ts). */
export function createSpelling(reader: ArchiveDatabase) {
  // At once: what is made within the transaction of a read ends with it.
  if (!reader.isPostgres) reader.sqlite.exec(WORD_TABLE)
  let words: ReadStatement | undefined

  /** The words that begin as this one does, those of drafts too. */
  async function wordsLike(word: string): Promise<string[]> {
    words ??= reader.prepareRead(WORDS_BETWEEN)
    const first = word.codePointAt(0)!
    const bounds = [first, first + 1].map((point) => String.fromCodePoint(point))
    return (await words.all(bounds)).map(([term]) => term as string)
  }

  const finder = (viewer: number) => async (text: string, where: readonly Condition[]) => {
    const { terms } = searchTerms(text)
    if (terms.length === 0) return false
    const all = [...where, containingWords(terms)]
    const values = all.flatMap((condition) => condition.values)
    const statement = reader.prepareRead(`select 1 from ${matchingItems(all)} limit 1`)
    return (await statement.all(values, viewer)).length > 0
  }

  /** The words of a search that no item shown has, each with the most similar one that there is. `names`: words of other records. */
  async function unknownWords(search: string, shown: readonly Condition[], viewer: number, names = NO_NAMES) {
    const finds = finder(viewer)
    const isKnown = async (word: string) => (await finds(word, shown)) || names.has(word)
    const nearestTo = async (word: string) => {
      const words = new Set([...(await wordsLike(word)), ...(await names.wordsLike(word))])
      for (const each of nearestWords(word, [...words], TRIED)) if (await isKnown(each)) return each
      return undefined
    }
    const unknown: UnknownWord[] = []
    for (const word of searchTerms(search).terms.flatMap(({ forms }) => forms[0]!.split(' ')))
      if (!(await isKnown(word))) unknown.push({ word, nearest: await nearestTo(word) })
    return unknown
  }

  return {
    /** The search with its misspelled words corrected; undefined unless it finds something. @param conditions all but that of the text. */
    async correct(search: string, conditions: readonly Condition[], { viewer }: View): Promise<string | undefined> {
      const better = corrected(search, await unknownWords(search, conditions.slice(0, 1), viewer))
      return better !== undefined && (await finder(viewer)(better, conditions)) ? better : undefined
    },
    unknownWords,
  }
}

/** Words of records that are no items. */
interface NameWords {
  /** Whether any word of a name begins with this. */
  has(word: string): Promise<boolean>
  /** The words that begin as this one does. */
  wordsLike(word: string): Promise<string[]>
}
const NO_NAMES: NameWords = { has: async () => false, wordsLike: async () => [] }
