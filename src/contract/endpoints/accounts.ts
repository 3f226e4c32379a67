import * as v from 'valibot'
import * as account from '../account.ts'
import { noContent } from '../status.ts'
import { added, command, create, patch, type Endpoint } from './declare.ts'

/** Calls of administrators (our additions). */
export const accountCalls = {
  accounts: added('/api/accounts/', v.array(account.account), { who: 'administrator' }),
  createAccount: create('/api/accounts/', account.account, {
    who: 'administrator',
    body: account.accountCreate,
  }),
  editAccount: patch('/api/accounts/:id/', account.account, { who: 'administrator', body: account.accountEdit }),
  inviteAgain: command('/api/accounts/:id/invite/', noContent, { who: 'administrator' }),
  endSessions: command('/api/accounts/:id/end_sessions/', noContent, {
    who: 'administrator',
  }),
} satisfies Record<string, Endpoint>
