import { ApiError, UnreachableError } from '#client/errors.ts'

/** Sentences about accounts that the spec does not fix. */
export const AUTH = {
  sessionEnded: 'Your session has ended and nothing was changed. Please log in and try again.',
  wait: (seconds: number) =>
    seconds > 90
      ? `There were too many attempts. Wait ${Math.ceil(seconds / 60)} minutes, then try again.`
      : `There were too many attempts. Wait ${Math.max(1, Math.ceil(seconds))} seconds, then try again.`,
  away: "We can't reach the archive. Check your internet connection and try again.",
  broken: "The archive can't do this at the moment. Please try again in a few minutes.",
  /** Why the server gave no proper answer. */
  problem(problem: unknown): string {
    if (problem instanceof UnreachableError) return AUTH.away
    if (problem instanceof ApiError && problem.status === 429) return AUTH.wait(problem.retryAfter ?? 60)
    return AUTH.broken
  },
} as const
