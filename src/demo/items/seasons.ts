import { type Day, day, monthOf, yearOf } from '../dates.ts'

/** Months in which a picture of that may have been taken. The first that matches holds. */
const SEASONS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/first of July/, [7]],
  [/under snow|after the storm|Ice cutting|Skating|iced to the wheelhouse/, [1, 2, 12]],
  [/lilac time/, [5, 6]],
  [/Bathers|The Beach|excursion aboard/, [7, 8]],
  [/Fresh white paint, done each May/, [6]],
  [/Threshing/, [8, 9]],
  [/Apple harvest|[Ff]all fair|Fair Day/, [9, 10]],
  [/November gale/, [11]],
  [/^(?:Schooner|Steamer|Fish tug) /, [4, 5, 6, 7, 8, 9, 10, 11, 12]],
]

/** A day of the same year at which words may be true; the same day where they name no season. */
export function inSeason(date: Day, words: string): Day {
  const [pattern, months = []] = SEASONS.find(([each]) => each.test(words)) ?? []
  const month = monthOf(date)
  if (!pattern) return date
  const next = months.includes(month) ? month : months[month % months.length]!
  return day(yearOf(date), next, pattern.test('first of July') ? 1 : date % 100)
}
