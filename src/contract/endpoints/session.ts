import * as v from 'valibot'
import * as account from '../account.ts'
import { noContent } from '../status.ts'
import { authenticate, command, get, type Endpoint } from './declare.ts'

/** Sessions and accounts: all that the login page and the menu of who is logged in load. */
export const sessionCalls = {
  login: authenticate('/auth/jwt/create/', account.tokens, { body: account.login }),
  verifyToken: authenticate('/auth/jwt/verify/', v.object({}), { body: account.tokenVerify }),
  refreshToken: authenticate('/auth/jwt/refresh/', account.tokenRefreshed, {
    body: account.tokenRefresh,
  }),
  logOut: authenticate('/auth/jwt/logout/', noContent, {
    status: 204,
    body: account.logOut,
    addition: true,
  }),
  me: get('/auth/users/me/', account.user, { who: 'volunteer' }),
  requestReset: authenticate('/auth/users/reset_password/', noContent, {
    status: 204,
    body: account.resetRequest,
  }),
  confirmReset: authenticate('/auth/users/reset_password_confirm/', noContent, {
    status: 204,
    body: account.resetConfirm,
  }),
  activate: authenticate('/auth/users/activation/', noContent, {
    status: 204,
    body: account.activation,
  }),
  changePassword: command('/auth/users/set_password/', noContent, {
    body: account.passwordChange,
  }),
  logOutEverywhere: command('/auth/users/end_sessions/', noContent),
} satisfies Record<string, Endpoint>
