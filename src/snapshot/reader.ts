import { setTimeout as pause } from 'node:timers/promises'
import { type CallInput, type Client, createClientOf } from '#client/client.ts'
import { fetchNewest } from '#client/fetch-newest.ts'
import { ApiError, ContractError, UnreachableError } from '#client/errors.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { readCalls } from '#contract/endpoints/read.ts'
import { buildCalls, mapCalls } from '#contract/endpoints/service.ts'
import { storyCalls } from '#contract/endpoints/stories.ts'
import { PULL_TIMEOUT, PAGING } from '#contract/limits.ts'
import { Readable } from 'node:stream'

const PULL_CALLS = { ...readCalls, ...mapCalls, ...buildCalls, ...storyCalls }
export type PullName = keyof typeof PULL_CALLS
export type PullClient = Client<PullName>
export const createPullClient = (options: Parameters<typeof createClientOf>[1]): PullClient =>
  createClientOf<PullName>(PULL_CALLS, { fetch: fetchNewest, timeout: PULL_TIMEOUT, ...options })

export interface RetryPolicy {
  /** Attempts per call, including the first. */
  tries: number
  /** Milliseconds before the second attempt, doubled each time. A longer Retry-After is respected up to MAX_DELAY, the window of the server's rate limit. */
  wait: number
}
export const RETRY_POLICY: RetryPolicy = { tries: 4, wait: 500 }
const MAX_DELAY = 60_000

export type AnyQuery = Record<string, string | number>
type ReadOf<Name> = (call: Name, given?: { path?: AnyQuery; query?: AnyQuery }) => Promise<unknown>
export type Read = ReadOf<PullName>

const isRetryable = (problem: unknown): boolean =>
  problem instanceof UnreachableError || (problem instanceof ApiError && [429, 502, 503, 504].includes(problem.status))

export function createReader<Name extends EndpointName = PullName>(
  client: Client<Name>,
  policy: RetryPolicy,
): ReadOf<Name> {
  return async (call, given = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await client.read(call, given as CallInput<Name>)
      } catch (problem) {
        if (attempt >= policy.tries || !isRetryable(problem)) throw problem
        const retryAfter = (problem instanceof ApiError && problem.retryAfter) || 0
        await pause(Math.min(Math.max(policy.wait * 2 ** (attempt - 1), retryAfter * 1000), MAX_DELAY))
      }
    }
  }
}

/** An answer; undefined if the server refuses. Rejects if it is unreachable or busy. A crash (500) is a refusal of some servers, for what they don't expect. */
export const unlessRefused = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((problem: unknown) => {
    if (!isRetryable(problem) && (problem instanceof ApiError || problem instanceof ContractError)) return undefined
    throw problem
  })

/** The rows of an answer: an array, or the features of a FeatureCollection; undefined for anything else. */
export function rowsOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  if (answer === null || typeof answer !== 'object') return undefined
  const { type, features } = answer as { type?: unknown; features?: unknown }
  return type === 'FeatureCollection' && Array.isArray(features) ? features : undefined
}

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
