import type { Sort } from '#contract/item.ts'

/** The order of the collection page where none was chosen. A text search has the API's own, by relevance. */
export const usualSort = (words: string): Sort | undefined => (words.trim() === '' ? 'pictures' : undefined)

/** Rows with a picture, then the others, each in the order that they had: what `sort=pictures` is in the API. */
export function picturesFirst<Row>(rows: readonly Row[], isPictured: (row: Row) => boolean): Row[] {
  const { pictured = [], others = [] } = Object.groupBy(rows, (row) => (isPictured(row) ? 'pictured' : 'others'))
  return [...pictured, ...others]
}
