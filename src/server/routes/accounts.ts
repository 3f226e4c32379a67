import type { Management } from '../accounts/manage.ts'
import type { OwnAccount } from '../accounts/own-account.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { NO_CONTENT, noContent, noContentIf, type Mount } from '../http/mount.ts'

interface Deps {
  sessions: Sessions
  own: OwnAccount
  management: Management
}

export function mountAccounts(mount: Mount, { sessions, own, management }: Deps): void {
  mount('login', ({ body, request }) => sessions.login(body, request.ip))
  mount('verifyToken', ({ body }) => sessions.verify(body.token))
  mount('refreshToken', ({ body }) => sessions.refresh(body))
  mount('logOut', ({ body }) => noContent(sessions.logOut(body.refresh)))

  mount('me', ({ caller }) => own.me(caller))
  mount('requestReset', ({ body, request }) => noContent(own.requestReset(body.email, request.ip)))
  mount('confirmReset', ({ body, request }) => noContent(own.confirmReset(body, request.ip)))
  mount('activate', async ({ body, reply }) => {
    // The next step (RFC 8288); clients that ignore it send users to "Forgot your password?".
    reply.header('link', `<${await own.activate(body)}>; rel="next"`)
    return NO_CONTENT
  })
  mount('changePassword', ({ caller, body, request }) => noContent(own.changePassword(caller, body, request.ip)))
  mount('logOutEverywhere', ({ caller }) => noContent(own.endSessions(caller)))

  mount('accounts', () => management.list())
  mount('createAccount', async ({ body, caller }) => (await management.create(body, caller)).account)
  mount('editAccount', ({ id, body, caller }) => management.edit(id, body, caller))
  mount('inviteAgain', ({ id, caller }) => noContentIf(management.sendLink(id, caller)))
  mount('endSessions', ({ id, caller }) => noContentIf(management.endSessions(id, caller)))
}
