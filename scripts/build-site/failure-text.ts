/** The reason of a failed build. The page build's error comes from another process as text, so a full disk is detected by the error code in it. */
export function failureText(problem: unknown): string {
  const reason = problem instanceof Error ? problem.message : String(problem)
  return /\bENOSPC\b/.test(reason) ? `The disk is full. ${reason}` : reason
}

export const failedBuild = (reason: string): string => `The build failed. The previous site is still online.\n${reason}`
