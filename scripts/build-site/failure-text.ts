/** What a build says that failed. A page build tells its reason from another process, as text alone: a full disk is known by its name in it. */
export function failureText(problem: unknown): string {
  const reason = problem instanceof Error ? problem.message : String(problem)
  return /\bENOSPC\b/.test(reason) ? `The disk is full. ${reason}` : reason
}
