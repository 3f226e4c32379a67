import type { FoundIn } from '#contract/item.ts'

type Place = Pick<FoundIn, 'page' | 'time' | 'match'>

/** What the address of an item ends in, so that its page opens where its text has the words: the picture with them lit up, or the moment. */
export function hitQuery({ page, time, match }: Place): string {
  if (time !== null) return `?t=${time}`
  const words = `q=${encodeURIComponent(match)}`
  return page === null ? `?${words}` : `?page=${page}&${words}#picture-${page}`
}

/** `Page 3: `, `31:00: `; empty for a text without either. */
export function hitLabel({ page, time }: Omit<Place, 'match'>): string {
  if (time === null) return page === null ? '' : `Page ${page}: `
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(time / 3600), Math.floor(time / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(time % 60)}: `
}
