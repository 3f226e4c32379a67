import type { Insertable } from 'kysely'
import type { RecordKind } from '#contract/kinds.ts'
import { indexText } from '#rules/search/search-text.ts'
import { SEARCHED_TEXT } from '#rules/search/searched-text.ts'
import type { Tables } from '#server/database/tables.ts'

type Row<T extends keyof Tables> = Insertable<Tables[T]>

const names = (json: string | undefined) => JSON.parse(json ?? '[]') as string[]
const EMPTY = { first_name: '', middle_name: '', surname: '', date_of_birth: null, date_of_death: null }
const searched = (kind: RecordKind, row: object, altname?: string) => ({
  search_text: SEARCHED_TEXT[kind]!({
    ...EMPTY,
    ...{ date_opened: null, date_closed: null },
    ...row,
    altname: names(altname),
  } as never),
})
/** Derived columns of rows. */
export const FOLDED: { [T in keyof Tables]?: (row: never) => object } = {
  location: (row: Row<'location'>) => ({ search: indexText(row.name, ...names(row.altnames), row.address) }),
  lot: (row: Row<'lot'>) => searched('lots', { lotNum: row.lot_num }),
  person: (row: Row<'person'>) => ({
    search: indexText(row.first_name, row.middle_name, row.surname),
    ...searched('people', row),
  }),
  organization: (row: Row<'organization'>) => ({
    search: indexText(row.name, ...names(row.altname)),
    ...searched('organizations', row, row.altname),
  }),
  heritage: (row: Row<'heritage'>) => searched('heritage', row),
  location_description: (row: Row<'location_description'>) => searched('location_descriptions', row),
  place_name: (row: Row<'place_name'>) => searched('place_names', row),
  plaque: (row: Row<'plaque'>) => searched('plaques', row),
  subject: (row: Row<'subject'>) => ({ search: indexText(row.subject_name), ...searched('subjects', row) }),
  collection: (row: Row<'collection'>) => searched('collections', row),
  story: (row: Row<'story'>) => searched('stories', row),
}
