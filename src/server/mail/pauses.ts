const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds after which a letter that nobody takes is not tried any more. */
export const GIVE_UP_AFTER = 5 * 24 * HOUR
/** When a letter that was given up is due: never. It stays, so that `doctor` can tell of it. */
export const NEVER = '9999-12-31T00:00:00.000Z'

/** What a mail server that cannot be reached, or asks to come back, is given; and one that says no for good, in case somebody mends it. */
const PAUSES = {
  later: { first: MINUTE, longest: 6 * HOUR },
  refused: { first: HOUR, longest: 12 * HOUR },
} as const
export type Failure = keyof typeof PAUSES

/**
 * Milliseconds until a letter is tried again: double each time, and a fifth more or less, so that letters that failed together do not come
 * back together.
 * @param attempts how often it was tried, from 1.
 * @param random as Math.random.
 */
export function pauseAfter(failure: Failure, attempts: number, random: () => number): number {
  const { first, longest } = PAUSES[failure]
  return Math.round(Math.min(first * 2 ** (attempts - 1), longest) * (0.8 + 0.4 * random()))
}

/** True where the mail server's answer is about this letter (its sender, its receiver, its text), and not about us or itself. */
const isAboutLetter = (error: unknown) => ['EENVELOPE', 'EMESSAGE'].includes((error as { code?: string }).code ?? '')

/** A 5xx about a letter is a refusal (RFC 5321 §4.2.1); a wrong password, a full disk and all else may pass. */
export const failureOf = (error: unknown): Failure =>
  isAboutLetter(error) && ((error as { responseCode?: number }).responseCode ?? 0) >= 500 ? 'refused' : 'later'

/** True where the mail server, not the letter, is what failed: the next letter would only meet the same. */
export const isServerDown = (error: unknown): boolean => !isAboutLetter(error)
