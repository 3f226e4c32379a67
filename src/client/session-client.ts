import type { Endpoint, EndpointName, SessionName } from '#contract/endpoints.ts'
import { sessionCalls } from '#contract/endpoints/session.ts'
import { createClientOf, type Client, type ClientOptions } from './client.ts'
import { ApiError } from './errors.ts'

/** The tokens of a logged-in user (spec §3 "auth"). */
export interface TokenStore {
  access(): string | null
  refresh(): string | null
  /** Stores new tokens (`refresh` only if it was rotated); null when the refresh token is no longer valid. */
  update(tokens: { access: string; refresh?: string | undefined } | null): void
  /** Lets one refresh run at a time across everything that shares the store, such as other tabs. */
  withLock?<T>(work: () => Promise<T>): Promise<T>
}

export interface SessionClient<Name extends EndpointName = SessionName> extends Client<Name> {
  /**
   * Gets a new access token before the stored one expires. False when the refresh token is no longer valid: the session is over and its tokens are
   * removed. Throws when the server gives no answer to that.
   */
  refreshSession(): Promise<boolean>
}

export type SessionOptions = Omit<ClientOptions, 'authorize'> & { tokens: TokenStore }

/** A client that sends the user's token. On a 401 it gets a new access token, once, and retries the call (spec §7). */
export const createSessionClient = (options: SessionOptions): SessionClient =>
  createSessionClientOf(sessionCalls, options)

/** The same for more calls, such as those of users (user-client.ts) and staff. */
export function createSessionClientOf<Name extends EndpointName>(
  calls: { readonly [N in Name | SessionName]: Endpoint },
  options: SessionOptions,
): SessionClient<Name> {
  const { tokens } = options
  const client: Client<Name> = createClientOf(calls, { ...options, authorize })
  /** For the calls of the session itself, which every table has. */
  const sessions = client as unknown as Client<SessionName>
  let refreshing: Promise<string | null> | undefined

  async function authorize(send: (access: string | null) => Promise<Response>): Promise<Response> {
    const sent = tokens.access()
    const response = await send(sent)
    if (!tokens.refresh() || !(await isTokenRejected(response.status, sent))) return response
    const access = await refreshOnce(sent)
    return access ? send(access) : response
  }

  /** Gets a new access token, unless another tab already replaced `rejected`. */
  async function refreshAccess(rejected: string | null): Promise<string | null> {
    const [access, refresh] = [tokens.access(), tokens.refresh()]
    if (access !== rejected && access !== null) return access
    if (!refresh) return null
    try {
      const fresh = await sessions.call('refreshToken', { body: { refresh, rotate: true } })
      tokens.update(fresh)
      return fresh.access
    } catch (problem) {
      // Only a rejected refresh token ends the session; a busy or unreachable server does not.
      if (!(problem instanceof ApiError) || problem.status >= 500 || problem.status === 429) throw problem
      if (tokens.refresh() === refresh) tokens.update(null)
      return null
    }
  }

  /** Calls that get a 401 at the same time share one refresh. */
  function refreshOnce(rejected: string | null): Promise<string | null> {
    const work = () => refreshAccess(rejected)
    refreshing ??= (tokens.withLock ? tokens.withLock(work) : work()).finally(() => (refreshing = undefined))
    return refreshing
  }

  /** Some Django REST servers answer 403 where the token is the problem; whether it is, only its verification tells. */
  async function isTokenRejected(status: number, access: string | null): Promise<boolean> {
    if (status !== 403 || access === null) return status === 401
    try {
      await sessions.call('verifyToken', { body: { token: access } })
      return false
    } catch (problem) {
      return problem instanceof ApiError && (problem.status === 401 || problem.status === 400)
    }
  }

  return {
    ...client,
    refreshSession: async () => (await refreshOnce(tokens.access())) !== null,
  }
}
