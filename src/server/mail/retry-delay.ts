const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds until a letter is given up. */
export const GIVE_UP_AFTER = 5 * 24 * HOUR
/** Due date of a letter that was given up. It stays, so that `doctor` can report it. */
export const NEVER = '9999-12-31T00:00:00.000Z'

/** Retry delays: for temporary failures, and for permanent refusals (in case somebody fixes the cause). */
const PAUSES = {
  later: { first: MINUTE, longest: 6 * HOUR },
  refused: { first: HOUR, longest: 12 * HOUR },
} as const
export type Failure = keyof typeof PAUSES

/** Milliseconds until the next attempt: exponential backoff with 20 % jitter. @param attempts from 1. @param random as Math.random. */
export function retryDelay(failure: Failure, attempts: number, random: () => number): number {
  const { first, longest } = PAUSES[failure]
  return Math.round(Math.min(first * 2 ** (attempts - 1), longest) * (0.8 + 0.4 * random()))
}

/** True if the mail server's answer is about this letter (sender, recipient, text) rather than the connection. */
const isAboutLetter = (error: unknown) => ['EENVELOPE', 'EMESSAGE'].includes((error as { code?: string }).code ?? '')

/** A 5xx about a letter is a refusal (RFC 5321 §4.2.1); anything else may be temporary. */
export const failureOf = (error: unknown): Failure =>
  isAboutLetter(error) && ((error as { responseCode?: number }).responseCode ?? 0) >= 500 ? 'refused' : 'later'

/** True if the mail server failed rather than the letter, so that the next letter would fail too. */
export const isServerDown = (error: unknown): boolean => !isAboutLetter(error)
