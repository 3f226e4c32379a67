import type { FoundIn } from '#contract/item.ts'
import type { Passage } from '../search/found-in-text.ts'
import { clock } from '../texts/webvtt.ts'
import { itemAddress } from './page-addresses.ts'

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

/** What the search index of texts has as a record: a page, a text, or a stretch of what is said in a recording. */
export interface SearchedText extends Pick<FoundIn, 'scan' | 'file' | 'page'> {
  passages: readonly Passage[]
}

/** The address of such a record, which names its scan or file (server/site/record-addresses.ts). Its content is all that it says: passages begin at a word of that. */
export function textAddress(item: number, { scan, file, page, passages }: SearchedText): string {
  let word = 0
  const starts = passages.flatMap(({ time, text }) => {
    const start = word
    word += text.split(/\s+/).filter(Boolean).length
    return time === null ? [] : `${time}.${start}`
  })
  const place = page !== null ? `?page=${page}` : starts.length > 0 ? `?t=${starts.join(',')}` : ''
  return `${itemAddress(item)}${place}#/texts/${scan === null ? `files/${file}` : `scans/${scan}`}/`
}

export function readText(address: string, content: string): SearchedText {
  const { searchParams, hash } = new URL(address, 'https://localhost')
  const [, , kind, id] = hash.split('/')
  const [page, starts] = [searchParams.get('page'), searchParams.get('t')]
  const times = starts?.split(',').map((each) => each.split('.').map(Number) as [time: number, word: number])
  const words = content.split(' ')
  return {
    scan: kind === 'scans' ? Number(id) : null,
    file: kind === 'files' ? Number(id) : null,
    page: page === null ? null : Number(page),
    passages: times?.map(([time, word], at) => ({ time, text: words.slice(word, times[at + 1]?.[1]).join(' ') })) ?? [
      { time: null, text: content },
    ],
  }
}
