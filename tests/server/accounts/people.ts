import { hashPassword } from '#server/accounts/passwords.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import type { Answered, TestAccount, TestArchive } from '../fixtures.ts'

export const PASSWORD = 'Maskinonge-1835'
export const OTHER_PASSWORD = 'Lighthouse-1879'
export const emailOf = (account: TestAccount) => `${account.toLowerCase()}@example.org`

/** Gives an account of the fixtures PASSWORD. */
export async function givePassword(town: TestArchive, account: TestAccount): Promise<void> {
  await town.db
    .updateTable('account')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', TEST_ACCOUNTS[account].id)
    .execute()
}

export const post = (town: TestArchive, url: string, body: unknown, headers: Record<string, string> = {}) =>
  town.send(url, { method: 'POST', body, headers })

export const logIn = (town: TestArchive, email: string, password = PASSWORD, from = '198.51.100.7') =>
  post(town, '/auth/jwt/create/', { email, password }, { 'x-forwarded-for': from })

export interface TokenPair {
  access: string
  refresh: string
}
export const tokensOf = (answer: Answered) => answer.json as TokenPair
export const withToken = (access: string) => ({ authorization: `JWT ${access}` })

/** Queued letters, the newest last, with uid and token of their link. */
export async function letters(town: TestArchive) {
  const rows = await town.db.selectFrom('mail').selectAll().orderBy('id').execute()
  return rows.map(({ recipient, kind, text }) => {
    const [, uid = '', token = ''] = /\/(?:activate|confirm)\/([\w-]+)\/([\w-]+)/.exec(text) ?? []
    return { recipient, kind, uid, token }
  })
}
