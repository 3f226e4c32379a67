import { createPullClient, type PullClient } from '#snapshot/reader.ts'

/** Answers a path and its query with a body, a status for an error, or a thrown problem. */
export type Reply = (query: URLSearchParams, path: string) => unknown

export class Refused {
  readonly status: number
  readonly headers: Record<string, string>
  constructor(status: number, headers: Record<string, string> = {}) {
    this.status = status
    this.headers = headers
  }
}

/**
 * A server that speaks the contract and nothing of our additions. Paths that it is not given answer an empty list.
 * `asked` keeps every address in order.
 */
export function foreignServer(replies: Record<string, Reply>): { client: PullClient; asked: string[] } {
  const asked: string[] = []
  const answer = (address: string): Response => {
    const url = new URL(address)
    asked.push(url.pathname + url.search)
    const general = url.pathname.replace(/\/\d+\/$/, '/:id/')
    const reply = replies[url.pathname] ?? replies[general] ?? fallbackOf(url.pathname)
    const body = reply(url.searchParams, url.pathname)
    if (body instanceof Refused) return Response.json({ detail: 'No.' }, { status: body.status, headers: body.headers })
    return Response.json(body)
  }
  const client = createPullClient({
    base: 'http://foreign.test',
    fetch: (input) => Promise.resolve(answer(input as string)),
  })
  return { client, asked }
}

function fallbackOf(path: string): Reply {
  if (path === '/api/items/') return () => ({ count: 0, results: [] })
  if (path === '/api/locations/') return () => ({ type: 'FeatureCollection', features: [] })
  return path === '/api/changes/' ? () => new Refused(404) : () => []
}

/** The items reply of such a server: pages of at most `most`, and 404 past the end as Django REST has it. */
export const itemPages =
  (items: readonly unknown[], most = 100): Reply =>
  (query) => {
    const size = Math.min(Number(query.get('page_size')), most)
    const page = Number(query.get('page'))
    const results = items.slice((page - 1) * size, page * size)
    return results.length === 0 && page > 1 ? new Refused(404) : { count: items.length, results }
  }

export const publishedItem = (id: number, more: object = {}) => ({
  id,
  type: 'photograph',
  title: `Item ${id}`,
  visibility: 'published',
  ...more,
})
