import { sql, type RawBuilder } from 'kysely'
import { isPhrase } from '#rules/search/phrases.ts'
import { limitedWords, phraseForms } from '#rules/search/search-terms.ts'
import { searchText } from '#rules/search/search-text.ts'

/** Column is in a list, which is one JSON parameter, so that its length does not change the statement. */
export function isOneOf(column: string, values: readonly (number | string)[]): RawBuilder<boolean> {
  const list = sql`json_each(${JSON.stringify(values)})`
  // Lists of texts have a name: PostgreSQL has to know.
  const named = values.some((value) => typeof value === 'string') ? sql`${list} as texts` : list
  return values.length === 0 ? NOWHERE : sql<boolean>`${sql.ref(column)} in (select value from ${named})`
}

/** All words of the search (up to a limit) are in the folded text; in quotation marks, as whole words in this order. Punctuation alone (".*") matches nothing. */
export function containsWords(column: string, search: string): RawBuilder<boolean> {
  if (!isPhrase(search)) return containsTexts(column, limitedWords(search))
  const forms = phraseForms(searchText(search)).map((text) => ` ${text} `)
  return sql<boolean>`exists (select 1 from json_each(${JSON.stringify(forms)}) as texts
    where instr(' ' || ${sql.ref(column)} || ' ', texts.value) > 0)`
}

/** All of these are in the folded text; nothing matches none. */
export function containsTexts(column: string, texts: readonly string[]): RawBuilder<boolean> {
  if (texts.length === 0) return NOWHERE
  return sql<boolean>`not exists (select 1 from json_each(${JSON.stringify(texts)}) as word
    where instr(${sql.ref(column)}, word.value) = 0)`
}

/** The whole search is in the folded text. Punctuation alone matches nothing. */
export function containsText(column: string, search: string): RawBuilder<boolean> {
  const text = searchText(search)
  return text === '' ? NOWHERE : sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`
}

const NOWHERE = sql<boolean>`1 = 0`
