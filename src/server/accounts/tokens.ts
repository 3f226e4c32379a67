import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT, jwtVerify } from 'jose'
import { effectiveRole, type Caller } from '#rules/access/permissions.ts'
import type { Config } from '../config.ts'
import { SOCIETY_ID, societyIdOf } from '../repositories/settings.ts'
import type { ArchiveDatabase } from '../database/open.ts'

const DAY = 24 * 60 * 60
/** Lifetimes in seconds. */
export const LIFETIME = { access: 10 * 60, refresh: 14 * DAY, device: 180 * DAY } as const
/** `access` authenticates calls, `refresh` gets new access tokens, `device` only marks a known device (throttle.ts). */
export type TokenKind = keyof typeof LIFETIME

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

/** The key that signs tokens: SECRET_KEY, else a file in DATA_DIR, generated on first use (owner-readable). Safe for concurrent starts. */
export function readSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey !== undefined) return secretKey
  const file = join(dataDir, 'secret-key')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const own = `${file}.${process.pid}`
  const handle = openSync(own, 'w', 0o600)
  writeSync(handle, `${randomBytes(32).toString('base64url')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    // Fails if the file exists: the first process wins.
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

type Row = [
  epoch: number,
  role: 'volunteer' | 'staff' | 'administrator',
  organization: number | null,
  archive: string,
  ended: 0 | 1,
  society: string | null,
]
export interface Session {
  caller: Caller & { id: number }
  claims: ReadClaims
}
/** The session of a token of one of these kinds; undefined if it is not (or no longer) valid. */
export type ReadSession = (kinds: readonly TokenKind[], token: string) => Promise<Session | undefined>

/**
 * Reads tokens. Account and session are looked up each time, so that ending a session or changing a role takes effect at once.
 * Rotated refresh tokens are checked in sessions.ts.
 */
export function createSessionReader(reader: ArchiveDatabase, tokens: Tokens): ReadSession {
  const statement = reader.prepareRead(
    `select epoch, role, organization_id, (select archive from archive_state) as archive,
       exists (select 1 from session where session.id = ? and ended = 1) as ended,
       (select value from setting where name = '${SOCIETY_ID}') as society
     from account where id = ? and activated_at is not null and disabled_at is null`,
  )
  return async (kinds, token) => {
    const claims = await tokens.read(kinds, token)
    if (!claims) return undefined
    const [row] = await statement.all([claims.session, claims.account])
    if (!row) return undefined
    const [epoch, role, organization, archive, ended, society] = row as Row
    if (ended || archive !== claims.archive || epoch !== claims.epoch) return undefined
    const account = { role, organization }
    return { caller: { id: claims.account, ...account, role: effectiveRole(account, societyIdOf(society)) }, claims }
  }
}
