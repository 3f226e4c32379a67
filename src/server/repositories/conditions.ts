import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { searchText, searchWords } from '../database/search-text.ts'

/** One of these values. A list is one JSON parameter, so that its length does not change the statement. */
export const among = (column: string, values: readonly (number | string)[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`

/** Every word of the search is somewhere in the column of folded text. */
export const holdsWords = (column: string, search: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from json_each(${JSON.stringify(searchWords(search))}) as word
    where instr(${sql.ref(column)}, word.value) = 0)`

/** The search as a whole is somewhere in the column of folded text. */
export const holdsText = (column: string, search: string): RawBuilder<boolean> =>
  sql<boolean>`instr(${sql.ref(column)}, ${searchText(search)}) > 0`
