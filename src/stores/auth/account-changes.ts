import type { SessionClient } from '#client/session-client.ts'
import type { AuthStores, FormFailure } from './auth-stores.ts'
import { formFailure } from './form-failure.ts'

interface Deps extends Pick<AuthStores, '$auth' | 'login' | 'withSession'> {
  client: SessionClient
  /** Forgets the session on this device. */
  forget(): void
}

/** What users change about their own account, logged in or through a link in a letter. */
export function createAccountChanges({ client, $auth, login, withSession, forget }: Deps) {
  async function send(work: () => Promise<unknown>): Promise<FormFailure> {
    try {
      await work()
      return undefined
    } catch (problem) {
      return formFailure(problem)
    }
  }

  return {
    requestReset: (email) => send(() => client.call('requestReset', { body: { email } })),
    confirmReset: (body) => send(() => client.call('confirmReset', { body })),
    async activate(link) {
      let next: string | null = null
      const onHeaders = (headers: Headers) => {
        next = nextPath(headers.get('link'))
      }
      const failure = await send(() => client.call('activate', { body: link, onHeaders }))
      return { failure, next }
    },
    async changePassword(body) {
      const failure = await send(() => withSession(() => client.call('changePassword', { body })))
      const email = $auth.get().user?.email
      // Our server ends every session with the old password: this one goes on with the new one.
      if (!failure && email) await login(email, body.new_password)
      return failure
    },
    async endSessions() {
      const failure = await send(() => withSession(() => client.call('logOutEverywhere')))
      if (!failure) forget()
      return failure
    },
  } satisfies Partial<AuthStores>
}

/** The path of `Link: </password/reset/confirm/…>; rel="next"` (RFC 8288); null for none, or one on another site. */
function nextPath(link: string | null): string | null {
  const [, path] = /<(\/[^/<>\\][^<>\\]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '') ?? []
  return path ?? null
}
