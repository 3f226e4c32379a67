import { SignJWT, jwtVerify } from 'jose'

const DAY = 24 * 60 * 60
/** Lifetimes in seconds. */
export const LIFETIME = { access: 10 * 60, refresh: 14 * DAY, device: 180 * DAY } as const
/** `access` authenticates calls, `refresh` gets new access tokens, `device` only marks a known device (throttle.ts). */
export type TokenKind = keyof typeof LIFETIME

/** The content of a token. */
export interface Claims {
  account: number
  /** Of `archive_state`: a restore renews it, so that tokens are valid for one archive only. */
  archive: string
  /** Of the account: raising it ends all sessions. */
  epoch: number
  /** Random, the same in all tokens of a session; the device in a device token. */
  session: string
  /** Number of the refresh token (sessions.ts). */
  serial: number
}

/** The content of a token that was read. */
export interface ReadClaims extends Claims {
  kind: TokenKind
}

const ALGORITHM = 'HS256'
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Signs and verifies tokens (RFC 7519, HS256 only). `secret` is SECRET_KEY. */
export function createTokens(secret: string) {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (kind: TokenKind, { account, archive, epoch, session, serial }: Claims, now = Date.now()): Promise<string> =>
      new SignJWT({ token_type: kind, archive, epoch, session, serial })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(String(account))
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor(now / 1000) + LIFETIME[kind])
        .setJti(crypto.randomUUID())
        .sign(key),
    /** Undefined if the token is forged, expired, of another algorithm, or not of these kinds. */
    async read(kinds: readonly TokenKind[], token: string): Promise<ReadClaims | undefined> {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], requiredClaims: ['sub', 'exp'] })
        const account = Number(payload.sub)
        const { token_type, archive, epoch, session, serial } = payload
        const kind = kinds.find((each) => each === token_type)
        if (!kind || !Number.isSafeInteger(account) || !isText(archive) || !isText(session)) return undefined
        if (typeof epoch !== 'number' || typeof serial !== 'number') return undefined
        return { kind, account, archive, epoch, session, serial }
      } catch {
        return undefined
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
