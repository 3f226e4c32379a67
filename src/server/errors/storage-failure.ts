/** Why storage fails: no space, read-only, no access, or a damaged database file. */
export type StorageFailure = 'full' | 'read-only' | 'no-access' | 'damaged'

const POSTGRES_AWAY = '08001 08003 08006 53300 57P01 57P02 57P03 ECONNREFUSED ECONNRESET EPIPE'.split(' ')
/** Password, user or database is wrong, or what the user may do. */
const POSTGRES_REFUSES = ['28P01', '28000', '3D000', '42501']

/**
 * Codes of the system, of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html: no disk space; stopped, starting, its connections lost or used up, or the
 * user refused), and of an object store (#s3/s3-error.ts).
 */
const CODES: Partial<Record<StorageFailure, readonly string[]>> = {
  full: ['ENOSPC', 'EDQUOT', '53100', 'ERR_STORE_FULL'],
  'read-only': ['EROFS'],
  'no-access': [
    ...['EACCES', 'EPERM', 'EIO', 'ESTALE', 'ENOTCONN', 'ERR_STORE_DENIED', 'ERR_STORE_UNAVAILABLE'],
    ...[...POSTGRES_AWAY, ...POSTGRES_REFUSES],
  ],
}
const BY_CODE = new Map(
  Object.entries(CODES).flatMap(([failure, codes]) => codes.map((code) => [code, failure as StorageFailure])),
)

/** SQLite result codes (https://sqlite.org/rescode.html). 778 is SQLITE_IOERR_WRITE (a quota), 4874 SQLITE_IOERR_SHMSIZE (no space). */
const BY_EXTENDED: Record<number, StorageFailure> = { 778: 'full', 4874: 'full' }
const BY_PRIMARY: Record<number, StorageFailure> = {
  8: 'read-only',
  10: 'no-access',
  11: 'damaged',
  13: 'full',
  14: 'no-access',
  26: 'damaged',
}

/** What PostgreSQL's driver says without a code. */
const CUT_OFF =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|Query read timeout)/

/** What an error of the disk or the database says about storage; undefined for other errors. */
export function storageFailure(error: unknown): StorageFailure | undefined {
  const { code, errcode, cause, syscall, message } = (error ?? {}) as Partial<Record<string, unknown>>
  if (typeof errcode === 'number') return BY_EXTENDED[errcode] ?? BY_PRIMARY[errcode % 256]
  // Whatever keeps from connecting: no such host, socket or route.
  if (syscall === 'connect' || syscall === 'getaddrinfo' || CUT_OFF.test(String(message))) return 'no-access'
  const known = BY_CODE.get(code as string)
  return known ?? (cause === undefined ? undefined : storageFailure(cause))
}

/** True if PostgreSQL refuses the archive: waiting does not help. */
export const isDenied = (error: unknown): boolean =>
  POSTGRES_REFUSES.includes((error as { code?: string } | undefined)?.code ?? '')

/** True if the disk of PostgreSQL is full, which is not one of this machine's disks. */
export const isDatabaseFull = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '53100'

/** The error of a full disk, for checks before writing. */
export const diskFullError = (message: string): Error => Object.assign(new Error(message), { code: 'ENOSPC' })
