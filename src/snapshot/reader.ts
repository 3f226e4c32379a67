import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '#client/client.ts'
import { ApiError, ContractError, UnreachableError } from '#client/errors.ts'
import type { EndpointName } from '#contract/endpoints.ts'

/** How patient a pull is with a server in trouble. */
export interface Patience {
  /** Tries a call, the first included. */
  tries: number
  /** Milliseconds before the second try; doubled before each further one. A server's Retry-After is followed up to a minute. */
  wait: number
}
export const PATIENCE: Patience = { tries: 4, wait: 500 }

export type AnyQuery = Record<string, string | number>
export type Read = (call: EndpointName, given?: { path?: AnyQuery; query?: AnyQuery }) => Promise<unknown>

/** True for answers that another try may turn into better ones. */
function passes(problem: unknown): boolean {
  return (
    problem instanceof UnreachableError || (problem instanceof ApiError && (problem.status === 429 || isDown(problem)))
  )
}
const isDown = (problem: ApiError) => problem.status === 502 || problem.status === 503 || problem.status === 504

/** A read through the client that tries again where that may help. */
export function createReader(client: Client, patience: Patience): Read {
  return async (call, given = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await client.read(call, given as never)
      } catch (problem) {
        if (attempt >= patience.tries || !passes(problem)) throw problem
        const asked = problem instanceof ApiError ? problem.retryAfter : null
        await pause(Math.min(asked === null ? patience.wait * 2 ** (attempt - 1) : asked * 1000, 60_000))
      }
    }
  }
}

/** True when a server answered, but will not give this; false when it could not be asked. */
export const isRefusal = (problem: unknown): boolean => problem instanceof ApiError || problem instanceof ContractError

/** The rows of an answer: an array, the features of a collection, or the results of a page; undefined for anything else. */
export function rowsOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  if (answer === null || typeof answer !== 'object') return undefined
  const { type, features } = answer as { type?: unknown; features?: unknown }
  return type === 'FeatureCollection' && Array.isArray(features) ? features : undefined
}
