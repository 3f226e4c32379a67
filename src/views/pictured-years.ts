import type { Item } from '#contract/item.ts'
import { yearOf } from '#rules/dates/display-dates.ts'
import { closedDates } from '#rules/dates/partial-dates.ts'
import type { RecordItems } from './item-lists.ts'

/** The years of all items with a picture. @param items in the order of the list. */
export function picturedYears(items: readonly Item[]): NonNullable<RecordItems['pictured']> {
  const pictured = items.filter((item) => item.item_scans.length > 0)
  const dates = pictured.map(closedDates)
  const groups = Map.groupBy(dates, ({ start, end }) => [yearOf(start), yearOf(end)].join())
  return [...groups.values()].map((group) => ({
    dateStart: group[0]!.start,
    dateEnd: group[0]!.end,
    count: group.length,
  }))
}
