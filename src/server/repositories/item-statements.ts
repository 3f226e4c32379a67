import { SEARCH_WORK } from '#contract/limits.ts'
import { SEARCHED, type Condition } from './item-filter.ts'
import { itemJson } from './item-json.ts'
import { visibleText, type View } from './view.ts'

/** Weights: title, description, names, identifier, dates. A word in the title counts most. */
export const RANK = 'bm25(item_search, 10, 1, 4, 8, 4)'

/** The from and where clauses of conditions. */
export function matchingItems(conditions: readonly Condition[]): string {
  const texts = conditions.map(({ text }) => text)
  return `${texts.includes(SEARCHED) ? 'item_search join item on item.id = item_search.rowid' : 'item'} where ${texts.join(' and ')}`
}

/**
 * The SQL of a list: its count, and one page (two more values: limit and offset), whose ids are selected before their items are read. Text searches
 * are ordered by rank, others by date with undated items last; ids break ties.
 */
export function itemListSql(conditions: readonly Condition[], reach: View['reach']): { count: string; page: string } {
  if (conditions.some(({ text }) => text === SEARCHED)) return itemSearchSql(conditions, reach)
  const matching = matchingItems(conditions)
  return {
    count: `select count(*) from ${matching}`,
    page: `with page as materialized (select item.id, item.span_order as place from ${matching}
      order by place, item.id limit ? offset ?)
      ${itemsOfPage(reach)}`,
  }
}

/** Ordered by rank, up to a bound, since ranking costs several times what matching does. The count goes one past the bound. */
const itemSearchSql = (conditions: readonly Condition[], reach: View['reach']) => ({
  count: `select count(*) from (select 1 from ${matchingItems(conditions)} limit ${SEARCH_WORK.ranked + 1})`,
  page: `with found as materialized (select item.id, ${RANK} as place from ${matchingItems(conditions)} limit ${SEARCH_WORK.ranked}),
    page as materialized (select id, place from found order by place, id limit ? offset ?)
    ${itemsOfPage(reach)}`,
})

const itemsOfPage = (reach: View['reach']) =>
  `select ${itemJson(reach)} from page join item on item.id = page.id order by page.place, page.id`

/** The SQL of one item. */
export const itemSql = (reach: View['reach']): string =>
  `select ${itemJson(reach)} from item where item.id = ? and ${visibleText('item', reach)}`
