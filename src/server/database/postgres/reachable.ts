import { setTimeout as pause } from 'node:timers/promises'

/** PostgreSQL cannot be used; the message is for the command line. */
export class DatabaseUnreachable extends Error {}

/** It is starting, restarting or full: so many attempts, with milliseconds between them that double up to a bound. About 20 s in all. */
const ATTEMPTS = 12
const FIRST_PAUSE = 100
const LONGEST_PAUSE = 3000
const PASSING = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300']

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
  for (let attempt = 1, wait = FIRST_PAUSE; ; attempt += 1, wait = Math.min(2 * wait, LONGEST_PAUSE)) {
    try {
      return await ask()
    } catch (error) {
      const unreachable = asUnreachable(place, error)
      const { code = '' } = error as { code?: string }
      if (!PASSING.includes(code) || attempt === ATTEMPTS) throw unreachable
      await pause(wait)
    }
  }
}

/** The error of a database that cannot be used, in a sentence; other errors as they are. */
export function asUnreachable(place: string, error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  const reason = REASONS[code] ?? (PASSING.includes(code) || /timeout|terminated/.test(message) ? NO_ANSWER : undefined)
  return reason === undefined
    ? error
    : new DatabaseUnreachable(`The database ${place} cannot be used. ${reason} (${message}) Nothing was changed.`, {
        cause: error,
      })
}
