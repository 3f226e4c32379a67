import * as v from 'valibot'
import { endpoints, fillPath } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName, Endpoints } from '#contract/endpoints.ts'
import { CLIENT_TIMEOUT } from '#contract/limits.ts'
import { ApiError, ContractError, UnreachableError } from './errors.ts'

/** Where the tokens of a logged-in visitor are kept (spec §3 "auth"). */
export interface TokenStore {
  access(): string | null
  refresh(): string | null
  /** A new access token, or null when the refresh token is no longer good. */
  renewed(access: string | null): void
}

export interface ClientOptions {
  /** What stands before `/api/…`, without a slash at its end; empty for the same origin. */
  base: string
  fetch?: typeof fetch
  tokens?: TokenStore
  /** Milliseconds. */
  timeout?: number
}

type QueryValue = string | number | readonly (string | number)[] | null | undefined
type PathKeys<Path> = Path extends `${string}:${infer Key}/${infer Rest}` ? Key | PathKeys<Rest> : never
type Keys<Schema> = Schema extends v.GenericSchema ? keyof v.InferInput<Schema> : never

/** What a call takes: the parameters of its path, its query (a list is sent comma-separated) and its body. */
export interface CallInput<N extends EndpointName> {
  path?: Partial<Record<PathKeys<Endpoints[N]['path']>, string | number>>
  query?: Endpoints[N] extends { query: infer Q } ? Partial<Record<Keys<Q>, QueryValue>> : never
  body?: FormData | (Endpoints[N] extends { body: infer B extends v.GenericSchema } ? v.InferInput<B> : never)
  /** `If-Match` of an edit (the version that was read), `Idempotency-Key` of a submission that may have to be sent again. */
  headers?: Partial<Record<'If-Match' | 'Idempotency-Key', string>>
  signal?: AbortSignal
}
export type CallOutput<N extends EndpointName> = Endpoints[N] extends { response: infer R extends v.GenericSchema }
  ? v.InferOutput<R>
  : never

export interface Client {
  /** Makes a call of the contract and checks the answer. Throws ApiError, UnreachableError or ContractError. */
  call<N extends EndpointName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>>
  /** The same without the check, for a caller that checks row by row. */
  read<N extends EndpointName>(name: N, input?: CallInput<N>): Promise<unknown>
  /** The address of a call, for pictures and links. */
  address<N extends EndpointName>(name: N, input?: Pick<CallInput<N>, 'path' | 'query'>): string
}

/** A client of the API, derived from the table of its calls (design.md, "`endpoints.ts` is the spine"). */
export function createClient(options: ClientOptions): Client {
  const { base, tokens, timeout = CLIENT_TIMEOUT } = options
  // Looked up at each call, so that a page's own fetch (a test's, a service worker's) is used.
  const send: typeof fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init)
  let renewing: Promise<string | null> | undefined

  function address(name: EndpointName, input: { path?: object; query?: object } = {}): string {
    const query = Object.entries((input.query ?? {}) as Record<string, QueryValue>)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)])
    const text = new URLSearchParams(query as [string, string][]).toString()
    const path = fillPath(endpoints[name].path, input.path as Record<string, string | number>)
    return `${base}${path}${text ? `?${text}` : ''}`
  }

  async function once(name: EndpointName, input: CallInput<EndpointName>, access: string | null): Promise<Response> {
    const limit = AbortSignal.timeout(timeout)
    const headers: Record<string, string> = { accept: 'application/json', ...input.headers }
    if (access) headers.authorization = `JWT ${access}`
    const init: RequestInit = { method: endpoints[name].method, headers }
    init.signal = input.signal ? AbortSignal.any([limit, input.signal]) : limit
    if (input.body instanceof FormData) init.body = input.body
    else if (input.body !== undefined) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(input.body)
    }
    return send(address(name, input), init)
  }

  async function renewAccess(): Promise<string | null> {
    let access: string | null = null
    try {
      const body: CallInput<'refreshToken'>['body'] = { refresh: tokens?.refresh() ?? '' }
      access = (await call('refreshToken', { body })).access
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
    }
    tokens?.renewed(access)
    return access
  }

  /** One refresh serves every call that met a 401 at the same time. */
  function renew(): Promise<string | null> {
    renewing ??= renewAccess().finally(() => (renewing = undefined))
    return renewing
  }

  async function read(name: EndpointName, input: CallInput<EndpointName> = {}): Promise<unknown> {
    const signsIn = name === 'login' || name === 'refreshToken' || name === 'verifyToken'
    const where = address(name, input)
    try {
      let response = await once(name, input, signsIn ? null : (tokens?.access() ?? null))
      if (response.status === 401 && !signsIn && tokens?.refresh()) {
        const access = await renew()
        if (access) response = await once(name, input, access)
      }
      return await answerOf(response, where)
    } catch (problem) {
      if (isPastTheEnd(name, input, problem)) return { count: 0, results: [] }
      if (input.signal?.aborted || problem instanceof ApiError || problem instanceof ContractError) throw problem
      if (problem instanceof UnreachableError) throw problem
      throw new UnreachableError(where, problem, timeout / 1000)
    }
  }

  async function call<N extends EndpointName>(name: N, input: CallInput<N> = {}): Promise<CallOutput<N>> {
    const endpoint: Endpoint = endpoints[name]
    if (typeof endpoint.response === 'string') throw new Error(`${name} answers a picture: use its address.`)
    const body = await read(name, input as CallInput<EndpointName>)
    const result = v.safeParse(endpoint.response, body)
    if (result.success) return result.output as CallOutput<N>
    const issue = result.issues[0]
    throw new ContractError(address(name, input), `${v.getDotPath(issue) ?? 'the answer'}: ${issue.message}`)
  }

  return { call, read: read as Client['read'], address }
}

/** A server may answer a page of items past the end with 404 (design.md, "Identity and shapes"). */
function isPastTheEnd(name: EndpointName, input: { query?: unknown }, problem: unknown): boolean {
  const page = Number((input.query as { page?: unknown } | undefined)?.page ?? 1)
  return name === 'items' && page > 1 && problem instanceof ApiError && problem.status === 404
}

async function answerOf(response: Response, where: string): Promise<unknown> {
  const text = await response.text()
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    if (response.ok) throw new ContractError(where, 'the answer is not JSON')
  }
  if (response.ok) return body
  const wait = Number(response.headers.get('retry-after') ?? NaN)
  throw new ApiError(response.status, body, where, Number.isFinite(wait) ? wait : null)
}
