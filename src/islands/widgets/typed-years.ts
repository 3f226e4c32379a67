import type { Years } from '#stores/shared/years.ts'

/** The range after one end was typed; null for text that is not a year. The year is clamped to the slider, and an end beyond the other moves it too. */
export function typedYears(end: keyof Years, text: string, years: Years, first: number, last: number): Years | null {
  if (!/^\s*\d{4}\s*$/.test(text)) return null
  const year = Math.min(Math.max(Number(text), first), last)
  return end === 'start'
    ? { start: year, end: Math.max(year, years.end) }
    : { start: Math.min(year, years.start), end: year }
}
