import { Readable } from 'node:stream'
import { ContractError } from '#client/errors.ts'
import { PAGING } from '#contract/limits.ts'
import type { Read } from './reader.ts'

interface Page {
  count: number
  results: unknown[]
}

export function pageOf(answer: unknown): Page {
  const { count, results } = (answer ?? {}) as { count?: unknown; results?: unknown }
  if (typeof count === 'number' && Array.isArray(results)) return { count, results }
  throw new ContractError('/api/items/', 'a page of items has a count and results')
}

/** Every published item, unvalidated, with a few pages in flight, and the server's own count. */
export async function readItems(
  read: Read,
  inFlight: number,
  onPage: (rows: number, of: number) => void,
): Promise<Page> {
  const readPage = async (page: number) => {
    const query = { visibility: 'published', page, page_size: PAGING.serverMaximum }
    const answer = pageOf(await read('items', { query }))
    onPage(answer.results.length, answer.count)
    return answer
  }
  const first = await readPage(1)
  // A server may send smaller pages than requested.
  const pages = first.results.length === 0 ? 1 : Math.ceil(first.count / first.results.length)
  const numbers = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2)
  const rest = await Readable.from(numbers).map(readPage, { concurrency: inFlight }).toArray()
  return { count: first.count, results: [first, ...(rest as Page[])].flatMap((page) => page.results) }
}
