import type { Management } from '../accounts/manage.ts'
import type { OwnAccount } from '../accounts/own-account.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { clientAddress } from '../http/client-address.ts'
import { DONE } from '../http/mount.ts'
import type { Mount } from '../http/mount.ts'

interface Parts {
  sessions: Sessions
  own: OwnAccount
  management: Management
}

/** Tokens, a user's own account, and the accounts that administrators look after. */
export function mountAccounts(mount: Mount, { sessions, own, management }: Parts): void {
  mount('login', ({ body, request }) => sessions.login(body, clientAddress(request.ip)))
  mount('verifyToken', ({ body }) => sessions.verify(body.token))
  mount('refreshToken', ({ body }) => sessions.refresh(body.refresh))

  mount('me', ({ caller }) => own.me(caller), { live: true })
  mount('requestReset', async ({ body, request }) => {
    await own.requestReset(body.email, clientAddress(request.ip))
    return DONE
  })
  mount('confirmReset', async ({ body, request }) => {
    await own.confirmReset(body, clientAddress(request.ip))
    return DONE
  })
  mount('activate', async ({ body, reply }) => {
    // RFC 8288: what comes next. A client that does not know of it sends its user to "Forgot your password?".
    reply.header('link', `<${await own.activate(body)}>; rel="next"`)
    return DONE
  })
  mount('changePassword', async ({ caller, body, request }) => {
    await own.changePassword(caller, body, clientAddress(request.ip))
    return DONE
  })
  mount('logOutEverywhere', async ({ caller }) => {
    await own.endSessions(caller)
    return DONE
  })

  mount('accounts', () => management.list(), { live: true })
  mount('createAccount', async ({ body, caller }) => (await management.create(body, caller)).account)
  mount('editAccount', ({ id, body, caller }) => management.edit(id, body, caller))
  mount('inviteAgain', async ({ id, caller }) =>
    (await management.sendLink(id, caller)) === undefined ? undefined : DONE,
  )
  mount('endSessions', async ({ id, caller }) => ((await management.endSessions(id, caller)) ? DONE : undefined))
}
