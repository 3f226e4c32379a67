import * as v from 'valibot'
import * as account from '../account.ts'
import { noContent } from '../status.ts'
import { authenticate, command, get, prove, type Endpoint } from './declare.ts'

/** Sessions and accounts: all that the login page and the menu of who is logged in load. */
export const sessionCalls = {
  login: authenticate('/auth/jwt/create/', account.tokens, { body: account.login }),
  verifyToken: authenticate('/auth/jwt/verify/', v.object({}), { body: account.tokenVerify }),
  refreshToken: authenticate('/auth/jwt/refresh/', account.tokenRefreshed, {
    body: account.tokenRefresh,
  }),
  logOut: prove('/auth/jwt/logout/', noContent, { body: account.logOut, addition: true }),
  me: get('/auth/users/me/', account.user, { who: 'volunteer' }),
  requestReset: prove('/auth/users/reset_password/', noContent, { body: account.resetRequest }),
  confirmReset: prove('/auth/users/reset_password_confirm/', noContent, { body: account.resetConfirm }),
  activate: prove('/auth/users/activation/', noContent, { body: account.activation }),
  changePassword: command('/auth/users/set_password/', noContent, {
    body: account.passwordChange,
  }),
  logOutEverywhere: command('/auth/users/end_sessions/', noContent),
} satisfies Record<string, Endpoint>
