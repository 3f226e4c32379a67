import { setTimeout as pause } from 'node:timers/promises'

/** PostgreSQL cannot be used; the message is for the command line. */
export class DatabaseUnreachable extends Error {}

/** It is starting, restarting or full: so many attempts, each of a few seconds (postgres-pool.ts). About 20 s in all. */
const ATTEMPTS = 4
const PAUSE = 200
const PASSING = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300']

/** True for the error of a database that is likely to be there again in a moment. */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return PASSING.includes(code) || message === 'Connection terminated unexpectedly'
}

const REASONS: Record<string, string> = {
  '28P01': 'The user name or the password is wrong.',
  '28000': 'This user may not log in from this machine (pg_hba.conf).',
  '3D000': 'There is no database of this name: createdb makes one.',
  '42501': 'This user may not make tables: it needs to own the database, or CREATE on its schema public.',
  ENOTFOUND: 'There is no machine of this name.',
  '53300': 'It has no connection left (max_connections).',
}
const NO_ANSWER = 'It does not answer: is it running, and are host and port right?'

/** Asks a database that may be starting, and answers what it said. @throws {DatabaseUnreachable} with the reason. */
export async function waitUntilReachable<T>(place: string, ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      const unreachable = asUnreachable(place, error)
      if (!isPassing(error) || attempt === ATTEMPTS) throw unreachable
      await pause(PAUSE)
    }
  }
}

/** The error of a database that cannot be used, in a sentence; other errors as they are. */
export function asUnreachable(place: string, error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  const reason = REASONS[code] ?? (isPassing(error) || /timeout|terminated/.test(message) ? NO_ANSWER : undefined)
  return reason === undefined
    ? error
    : new DatabaseUnreachable(`The database ${place} cannot be used. ${reason} (${message}) Nothing was changed.`, {
        cause: error,
      })
}
