import type { Years } from '#stores/shared/years.ts'

/**
 * The years after one end of the range was typed; null for text that is no year. A year that the slider does not have is the nearest that it has; an
 * end that passes the other takes it along.
 */
export function typedYears(end: keyof Years, text: string, years: Years, first: number, last: number): Years | null {
  if (!/^\s*\d{4}\s*$/.test(text)) return null
  const year = Math.min(Math.max(Number(text), first), last)
  return end === 'start'
    ? { start: year, end: Math.max(year, years.end) }
    : { start: Math.min(year, years.start), end: year }
}
