import type * as v from 'valibot'
import type { Endpoint, EndpointName, Endpoints, ReadName } from '#contract/endpoints.ts'
import { readRow } from '#contract/read-row.ts'
import { fillPath } from '#contract/endpoints/declare.ts'
import { CLIENT_TIMEOUT } from '#contract/limits.ts'
import { isAlone } from './edition.ts'
import { ApiError, ContractError, UnreachableError } from './errors.ts'

export interface ClientOptions {
  /** The origin of the API, without a trailing slash; empty for the same origin. */
  base: string
  fetch?: typeof fetch
  /** Sends a call, with the user's token (session-client.ts). */
  authorize?: (send: (access: string | null) => Promise<Response>) => Promise<Response>
  /** Milliseconds. */
  timeout?: number
}

type QueryValue = string | number | readonly (string | number)[] | null | undefined
type PathKeys<Path> = Path extends `${string}:${infer Key}/${infer Rest}` ? Key | PathKeys<Rest> : never
type Keys<Schema> = Schema extends v.GenericSchema ? keyof v.InferInput<Schema> : never

/** Input of a call: path parameters, query (lists are sent comma-separated) and body. */
export interface CallInput<N extends EndpointName> {
  path?: Partial<Record<PathKeys<Endpoints[N]['path']>, string | number>>
  query?: Endpoints[N] extends { query: infer Q } ? Partial<Record<Keys<Q>, QueryValue>> : never
  body?: FormData | (Endpoints[N] extends { body: infer B extends v.GenericSchema } ? v.InferInput<B> : never)
  /** `If-Match`: the version an edit is based on. `Idempotency-Key`: makes a submission safe to retry. */
  headers?: Partial<Record<'If-Match' | 'Idempotency-Key', string>>
  signal?: AbortSignal
  /** Called with the headers of a success. */
  onHeaders?: (headers: Headers) => void
}
type CallOutput<N extends EndpointName> = Endpoints[N] extends { response: infer R extends v.GenericSchema }
  ? v.InferOutput<R>
  : never

export interface Client<Name extends EndpointName = ReadName> {
  readonly base: string
  /** Only for the type checker, to which a client with fewer calls would pass for one with more. Never set. */
  readonly takes?: (name: Name) => void
  /** Makes a call of the contract and validates the answer. Throws ApiError, UnreachableError or ContractError. */
  call: <N extends Name>(name: N, input?: CallInput<N>) => Promise<CallOutput<N>>
  /** The same without validation, for callers that parse row by row. */
  read: <N extends Name>(name: N, input?: CallInput<N>) => Promise<unknown>
  /** The URL of a call, for pictures and links. */
  address: <N extends Name>(name: N, input?: Pick<CallInput<N>, 'path' | 'query'>) => string
}

export function createClientOf<Name extends EndpointName>(
  table: { readonly [N in Name]: Endpoint },
  options: ClientOptions,
): Client<Name> {
  const { base, authorize, timeout = CLIENT_TIMEOUT } = options
  const calls = table as { readonly [N in EndpointName]: Endpoint }
  // Looked up on each call, so that a replaced global fetch (in a test or a service worker) is used.
  const send: typeof fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init)

  function address(name: EndpointName, input: { path?: object; query?: object } = {}): string {
    const query = Object.entries((input.query ?? {}) as Record<string, QueryValue>)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)])
    const text = new URLSearchParams(query as [string, string][]).toString()
    const path = fillPath(calls[name].path, input.path as Record<string, string | number>)
    return `${base}${path}${text ? `?${text}` : ''}`
  }

  async function sendRequest(name: EndpointName, input: CallInput<EndpointName>, access: string | null) {
    const limit = AbortSignal.timeout(timeout)
    const headers: Record<string, string> = { accept: 'application/json', ...input.headers }
    if (access) headers.authorization = `JWT ${access}`
    const init: RequestInit = { method: calls[name].method, headers }
    init.signal = input.signal ? AbortSignal.any([limit, input.signal]) : limit
    if (input.body instanceof FormData) init.body = input.body
    else if (input.body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(input.body)
    }
    return send(address(name, input), init)
  }

  async function read(name: EndpointName, input: CallInput<EndpointName> = {}): Promise<unknown> {
    const url = address(name, input)
    if (isAlone) throw new UnreachableError(url, undefined, 0)
    const send = (access: string | null) => sendRequest(name, input, access)
    try {
      // Without a token where the body proves the caller: a 401 is about that.
      const response = await (authorize && !calls[name].ignoresToken ? authorize(send) : send(null))
      const body = await parseResponse(response, url)
      input.onHeaders?.(response.headers)
      return body
    } catch (problem) {
      if (isPastTheEnd(name, input, problem)) {
        const first = Object.assign({}, input, { query: Object.assign({}, input.query, { page: 1 }) })
        return { ...((await read(name, first)) as object), results: [] }
      }
      if (input.signal?.aborted || problem instanceof ApiError || problem instanceof ContractError) throw problem
      if (problem instanceof UnreachableError) throw problem
      throw new UnreachableError(url, problem, timeout / 1000)
    }
  }

  async function call<N extends Name>(name: N, input: CallInput<N> = {}): Promise<CallOutput<N>> {
    const endpoint = calls[name]
    if (typeof endpoint.response === 'string') throw TypeError(name)
    const body = await read(name, input as CallInput<EndpointName>)
    const { row, problems } = readRow(endpoint.response, body)
    const last = problems.at(-1)
    if (row === undefined && last)
      throw new ContractError(address(name, input), `${last.field || 'the answer'}: ${last.reason}`)
    return row as CallOutput<N>
  }

  return { base, call, read: read as Client['read'], address }
}

/** Some servers answer 404 for a page of items past the end, without their number. */
function isPastTheEnd(name: EndpointName, input: { query?: unknown }, problem: unknown): boolean {
  const page = Number((input.query as { page?: unknown } | undefined)?.page ?? 1)
  return name === 'items' && page > 1 && problem instanceof ApiError && problem.status === 404
}

async function parseResponse(response: Response, url: string): Promise<unknown> {
  const text = await response.text()
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    if (response.ok) throw new ContractError(url, 'the answer is not JSON')
  }
  if (response.ok) return body
  throw new ApiError(response.status, body, url, retryAfterSeconds(response.headers.get('retry-after')))
}

/** Retry-After in seconds, from seconds or a date (RFC 9110 §10.2.3); null if missing or unreadable. */
export function retryAfterSeconds(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
