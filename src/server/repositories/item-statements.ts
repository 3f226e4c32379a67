import { SEARCHED } from './item-filter.ts'
import type { Condition } from './item-filter.ts'
import { itemJson } from './item-json.ts'
import { visibleText } from './view.ts'
import type { View } from './view.ts'

/** A word in the title says most, then the identifier, then names and dates, then the description. */
const RANK = 'bm25(item_search, 10, 1, 4, 8, 4)'

/** Where items that meet conditions are read from, and the conditions. */
export function matchingItems(conditions: readonly Condition[]): string {
  const texts = conditions.map(({ text }) => text)
  return `${texts.includes(SEARCHED) ? 'item_search join item on item.id = item_search.rowid' : 'item'} where ${texts.join(' and ')}`
}

/**
 * The SQL of a list, for conditions of this shape: how many match, and one page of them (two more values: limit and
 * offset). Text search is ordered by rank, everything else by date with undated items last; ids break ties. The page is
 * chosen before anything of its items is read.
 */
export function itemListSql(conditions: readonly Condition[], reach: View['reach']): { count: string; page: string } {
  const searched = conditions.some(({ text }) => text === SEARCHED)
  const matching = matchingItems(conditions)
  return {
    count: `select count(*) from ${matching}`,
    page: `with page as materialized (select item.id, ${searched ? RANK : 'item.span_order'} as place from ${matching}
      order by place, item.id limit ? offset ?)
      select ${itemJson(reach)} from page join item on item.id = page.id order by page.place, page.id`,
  }
}

/** The SQL of one item. */
export const itemSql = (reach: View['reach']): string =>
  `select ${itemJson(reach)} from item where item.id = ? and ${visibleText('item', reach)}`
