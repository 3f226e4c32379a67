import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { searchText, searchWords } from '#rules/search-text.ts'

/** One of these values. A list is one JSON parameter, so that its length does not change the statement. */
export const among = (column: string, values: readonly (number | string)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`

/** Every word of the search is somewhere in the column of folded text; signs that are no words (".*") are nowhere. */
export function holdsWords(column: string, search: string): RawBuilder<boolean> {
  const words = searchWords(search)
  if (words.length === 0) return NOWHERE
  return sql<boolean>`not exists (select 1 from json_each(${JSON.stringify(words)}) as word
    where instr(${sql.ref(column)}, word.value) = 0)`
}

/** The search as a whole is somewhere in the column of folded text; signs that are no words are nowhere. */
export function holdsText(column: string, search: string): RawBuilder<boolean> {
  const text = searchText(search)
  return text === '' ? NOWHERE : sql<boolean>`instr(${sql.ref(column)}, ${text}) > 0`
}

const NOWHERE = sql<boolean>`1 = 0`
