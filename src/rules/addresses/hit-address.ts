import type { FoundIn } from '#contract/item.ts'
import { clock } from '../texts/clock.ts'

type Place = Pick<FoundIn, 'page' | 'time' | 'match'>

/** What the address of an item ends in, so that its page opens where its text has the words: the picture with them lit up, or the moment. */
export function hitQuery({ page, time, match }: Place): string {
  if (time !== null) return `?t=${time}`
  const words = `q=${encodeURIComponent(match)}`
  return page === null ? `?${words}` : `?page=${page}&${words}#picture-${page}`
}

/** `Page 3: `, `31:00: `; empty for a text without either. */
export function hitLabel({ page, time }: Omit<Place, 'match'>): string {
  if (time !== null) return `${clock(time)}: `
  return page === null ? '' : `Page ${page}: `
}
