import { SignJWT, jwtVerify } from 'jose'

/** Seconds that a token is good for. */
export const LIFETIME = { access: 10 * 60, refresh: 14 * 24 * 60 * 60 } as const
export type TokenKind = keyof typeof LIFETIME

/** Whose token it is, and of which epoch of their sessions. */
export interface Claims {
  account: number
  epoch: number
}

const ALGORITHM = 'HS256'

/** Signs and reads tokens (RFC 7519, HS256 and nothing else). `secret` is SECRET_KEY. */
export function createTokens(secret: string) {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (kind: TokenKind, { account, epoch }: Claims, now = Date.now()): Promise<string> =>
      new SignJWT({ token_type: kind, epoch })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(String(account))
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(now / 1000) + LIFETIME[kind])
        .setJti(crypto.randomUUID())
        .sign(key),
    /** Undefined for a token that is forged, expired, of another algorithm, or not of these kinds. */
    async read(kinds: readonly TokenKind[], token: string): Promise<Claims | undefined> {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], requiredClaims: ['sub', 'exp'] })
        const account = Number(payload.sub)
        if (!kinds.includes(payload.token_type as TokenKind)) return undefined
        if (!Number.isSafeInteger(account) || typeof payload.epoch !== 'number') return undefined
        return { account, epoch: payload.epoch }
      } catch {
        return undefined
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
