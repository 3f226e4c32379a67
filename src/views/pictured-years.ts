import type { Item } from '#contract/item.ts'
import { yearOf } from '#rules/dates/display-dates.ts'
import type { RecordItems } from './item-lists.ts'

/** The years of all items with a picture. @param items in the order of the list. */
export function picturedYears(items: readonly Item[]): NonNullable<RecordItems['pictured']> {
  const pictured = items.filter((item) => item.item_scans.length > 0)
  const groups = Map.groupBy(pictured, (item) => [yearOf(item.date_start), yearOf(item.date_end)].join())
  return [...groups.values()].map((group) => ({
    dateStart: group[0]!.date_start,
    dateEnd: group[0]!.date_end,
    count: group.length,
  }))
}
