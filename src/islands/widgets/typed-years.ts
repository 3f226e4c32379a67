import type { Years } from '#stores/shared/years.ts'

/** The years after one end of the range was typed; null for text that is no year of the slider. An end that passes the other takes it along. */
export function typedYears(end: keyof Years, text: string, years: Years, first: number, last: number): Years | null {
  if (!/^\s*\d{4}\s*$/.test(text)) return null
  const year = Number(text)
  if (year < first || year > last) return null
  return end === 'start'
    ? { start: year, end: Math.max(year, years.end) }
    : { start: Math.min(year, years.start), end: year }
}
