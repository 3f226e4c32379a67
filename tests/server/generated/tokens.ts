import { createHmac } from 'node:crypto'
import { readSecretKey, createTokens } from '#server/accounts/tokens.ts'
import { claimsOf } from '../claims.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'

/** Valid tokens of each role, and every kind of invalid token. */
export const TOKENS = [
  'anonymous',
  'volunteer',
  'society',
  'staff',
  'administrator',
  'expired',
  'no algorithm',
  'other algorithm',
  'other secret',
  'refresh for access',
  'old epoch',
  'another archive',
  'unknown account',
  'cut off',
  'garbage',
  'another scheme',
] as const
export type TokenName = (typeof TOKENS)[number]
export const isBad = (name: TokenName) => TOKENS.indexOf(name) > TOKENS.indexOf('administrator')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Authorization headers by name; undefined for none. */
export async function makeTokens({ db, folder }: TestArchive): Promise<Record<TokenName, string | undefined>> {
  const secret = readSecretKey({ dataDir: folder, secretKey: undefined })
  const tokens = createTokens(secret)
  const staff = await claimsOf(db, TEST_ACCOUNTS.staff.id)
  const access = async (account: number) => tokens.sign('access', await claimsOf(db, account))
  const good = await access(staff.account)
  const claims = {
    token_type: 'access',
    ...staff,
    sub: String(staff.account),
    exp: Math.floor(Date.now() / 1000) + 600,
  }
  const swapped = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}`
  const jwt = (token: string) => `JWT ${token}`
  return {
    anonymous: undefined,
    volunteer: jwt(await access(TEST_ACCOUNTS.volunteer.id)),
    society: jwt(await access(TEST_ACCOUNTS.society.id)),
    staff: jwt(good),
    administrator: jwt(await access(TEST_ACCOUNTS.administrator.id)),
    expired: jwt(await tokens.sign('access', staff, Date.now() - 24 * 60 * 60 * 1000)),
    'no algorithm': jwt(`${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`),
    'other algorithm': jwt(`${swapped}.${createHmac('sha512', secret).update(swapped).digest('base64url')}`),
    'other secret': jwt(await createTokens('x'.repeat(43)).sign('access', staff)),
    'refresh for access': jwt(await tokens.sign('refresh', staff)),
    'old epoch': jwt(await tokens.sign('access', { ...staff, epoch: 0 })),
    'another archive': jwt(await tokens.sign('access', { ...staff, archive: 'before-restore' })),
    'unknown account': jwt(await access(999)),
    'cut off': jwt(good.slice(0, -4)),
    garbage: 'JWT ',
    'another scheme': `Bearer ${good}`,
  }
}
