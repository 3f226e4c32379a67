import type { MapStore } from 'nanostores'
import type * as v from 'valibot'
import type { SessionClient } from '#client/session-client.ts'
import type { activation, passwordChange, resetConfirm } from '#contract/account.ts'
import type { AuthState, FormFailure } from './auth-stores.ts'
import { formResult } from './form-failure.ts'

interface Deps {
  client: SessionClient
  $auth: MapStore<AuthState>
  login(email: string, password: string): Promise<FormFailure>
  withSession<T>(work: () => Promise<T>): Promise<T>
  /** Forgets the session on this device. */
  forget(): void
}

/** What users change about their own account, logged in or through a link in a letter. */
export function createAccountChanges({ client, $auth, login, withSession, forget }: Deps) {
  return {
    requestReset: (email: string) => formResult(() => client.call('requestReset', { body: { email } })),
    confirmReset: (body: v.InferInput<typeof resetConfirm>) => formResult(() => client.call('confirmReset', { body })),
    /** `next`: the path of the next step, where the server names one (our addition). */
    async activate(link: v.InferInput<typeof activation>) {
      let next: string | null = null
      const onHeaders = (headers: Headers) => {
        next = nextPath(headers.get('link'))
      }
      const failure = await formResult(() => client.call('activate', { body: link, onHeaders }))
      return { failure, next }
    },
    /** Other sessions end; this one goes on. */
    async changePassword(body: v.InferInput<typeof passwordChange>): Promise<FormFailure> {
      const failure = await formResult(() => withSession(() => client.call('changePassword', { body })))
      const email = $auth.get().user?.email
      // Our server ends every session with the old password: this one goes on with the new one.
      if (!failure && email) await login(email, body.new_password)
      return failure
    },
    /** Ends all sessions of the account, including this one. */
    async endSessions(): Promise<FormFailure> {
      const failure = await formResult(() => withSession(() => client.call('logOutEverywhere')))
      if (!failure) forget()
      return failure
    },
  }
}

/** The path of `Link: </password/reset/confirm/…>; rel="next"` (RFC 8288); null for none, or one on another site. */
function nextPath(link: string | null): string | null {
  const [, path] = /<(\/[^/<>\\][^<>\\]*)>\s*;[^,]*\brel="?next\b/.exec(link ?? '') ?? []
  return path ?? null
}
