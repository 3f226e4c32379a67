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

/**
 * Reads every published item, with a few pages in flight. `onPage` gets them page by page, in the order of the server, so that nobody has to hold all
 * answers. Returns the server's own count.
 */
export async function readItems(
  read: Read,
  inFlight: number,
  onPage: (rows: unknown[], of: number) => void,
): Promise<number> {
  const readPage = async (page: number) => {
    const query = { visibility: 'published', page, page_size: PAGING.serverMaximum }
    return pageOf(await read('items', { query }))
  }
  const first = await readPage(1)
  const handlePage = ({ results, count }: Page) => onPage(results, count)
  handlePage(first)
  // A server may send smaller pages than requested.
  const pages = first.results.length === 0 ? 1 : Math.ceil(first.count / first.results.length)
  const numbers = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2)
  for await (const page of Readable.from(numbers).map(readPage, { concurrency: inFlight })) handlePage(page as Page)
  return first.count
}
