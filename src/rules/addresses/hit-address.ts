import type { FoundIn } from '#contract/item.ts'
import type { Passage } from '../search/found-in-text.ts'
import { clock } from '../texts/clock.ts'
import { itemAddress } from './page-addresses.ts'

type Place = Pick<FoundIn, 'page' | 'time' | 'match'>
/** What is shown of a hit. */
export type FoundPlace = Omit<FoundIn, 'scan' | 'file'>

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

/**
 * A record of the search index of texts: a page, a text, or some of what is said in a recording. Its address says at which of its words each moment begins,
 * and names `part`, its scan or file (server/site/record-addresses.ts).
 */
export function textRecord(item: number, part: string, page: number | null, passages: readonly Passage[]) {
  const [words, times]: [string[], string[]] = [[], []]
  for (const { time, text } of passages) {
    if (time !== null) times.push(`${time}.${words.length}`)
    words.push(...text.split(/\s+/).filter(Boolean))
  }
  const place = page !== null ? `?page=${page}` : times.length > 0 ? `?t=${times.join()}` : ''
  return { url: `${itemAddress(item)}${place}#/texts/${part}/`, content: words.join(' ') }
}
export function readTextRecord({ url, content }: { url: string; content: string }) {
  const [, page, moments] = /\?(?:page=(\d+)|t=([\d.,]+))/.exec(url) ?? []
  const [words, times] = [content.split(' '), moments?.split(',').map((each) => each.split('.').map(Number)) ?? []]
  const passages = times.map(([time, word], at) => ({
    time: time!,
    text: words.slice(word, times[at + 1]?.[1]).join(' '),
  }))
  return {
    page: page ? Number(page) : null,
    passages: passages.length > 0 ? passages : [{ time: null, text: content }],
  }
}
