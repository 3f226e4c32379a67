import { createHmac } from 'node:crypto'
import { readSecretKey } from '#server/accounts/secret-key.ts'
import { createTokens } from '#server/accounts/tokens.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'

/** Good tokens of each role, and every way in which a token can be bad. */
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
  'unknown account',
  'cut off',
  'garbage',
  'another scheme',
] as const
export type TokenName = (typeof TOKENS)[number]
export const isBad = (name: TokenName) => TOKENS.indexOf(name) > TOKENS.indexOf('administrator')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Every Authorization header by its name; undefined for none. */
export async function makeTokens(dataDir: string): Promise<Record<TokenName, string | undefined>> {
  const secret = readSecretKey({ dataDir, secretKey: undefined })
  const tokens = createTokens(secret)
  const staff = { account: TEST_ACCOUNTS.staff.id, epoch: 1 }
  const access = (account: number) => tokens.sign('access', { account, epoch: 1 })
  const good = await access(staff.account)
  const claims = {
    token_type: 'access',
    epoch: 1,
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
    'unknown account': jwt(await access(999)),
    'cut off': jwt(good.slice(0, -4)),
    garbage: 'JWT ',
    'another scheme': `Bearer ${good}`,
  }
}
