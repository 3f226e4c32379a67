import type { DateOrder } from '#contract/import-mapping.ts'

/** 3/4/1905, 03-04-1905, 3.4.1905 */
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/

/** The order of day and month that a date shows: 14/3/1905 has the day first. `open` means both are possible, undefined that neither is, or it makes no difference. */
export function shownOrder(written: string): DateOrder | 'open' | undefined {
  const [, first, , second] = NUMBERS.exec(written.trim()) ?? []
  if (first === undefined) return undefined
  const [isDay, isSecondDay] = [Number(first) > 12, Number(second) > 12]
  if (isDay || isSecondDay) return isDay === isSecondDay ? undefined : isDay ? 'day first' : 'month first'
  return Number(first) === Number(second) ? undefined : 'open'
}

/** The order of a column by its dates, `open` where it has to be asked, or `mixed` where some have the day first and others the month. */
export function columnOrder(dates: Iterable<string>): DateOrder | 'open' | 'mixed' | undefined {
  const shown = new Set<DateOrder | 'open'>()
  for (const date of dates) {
    const order = shownOrder(date)
    if (order) shown.add(order)
  }
  if (shown.has('day first') && shown.has('month first')) return 'mixed'
  return shown.has('day first') ? 'day first' : shown.has('month first') ? 'month first' : [...shown][0]
}

/** A date of three numbers as 1905-03-14; anything else as it was. */
export function withOrder(written: string, order: DateOrder | undefined): string {
  const [, first = '', , second = '', year = ''] = NUMBERS.exec(written.trim()) ?? []
  const own = shownOrder(written)
  const known = own === undefined || own === 'open' ? order : own
  if (year === '' || (known === undefined && first !== second)) return written
  const [day, month] = known === 'month first' ? [second, first] : [first, second]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
