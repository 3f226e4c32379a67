import type { BuildChanges, BuildProgress } from '#contract/archive-state.ts'

export interface BuildResultMessage {
  /** Null where the site was not built, but copied. */
  changes: BuildChanges | null
  addresses: string[]
  /** For a terminal; where it is missing, what the process has printed. */
  message?: string
}

/** What a build tells the server that started it. */
export type BuildMessage =
  | Omit<BuildProgress, 'build'>
  | BuildResultMessage
  /** Why it failed, without the traces that it prints for developers. */
  | { failure: string }
  /** Why a process that is ready cannot build this. */
  | { refused: string }

/** Milliseconds between two messages about the same step. */
const PAUSE = 250
let last = { step: '', at: 0 }

/** Does nothing if no server has started the build. */
export function tell(message: BuildMessage): void {
  if (!process.send || !process.connected) return
  if ('step' in message) {
    const now = Date.now()
    if (message.step === last.step && now - last.at < PAUSE) return
    last = { step: message.step, at: now }
  }
  process.send(message)
}

/** The reason of a failed build. The page build's error comes from another process as text, so a full disk is detected by the error code in it. */
export function failureText(problem: unknown): string {
  const reason = problem instanceof Error ? problem.message : String(problem)
  return /\bENOSPC\b/.test(reason) ? `The disk is full. ${reason}` : reason
}

export const failedBuild = (reason: string): string => `The build failed. The previous site is still online.\n${reason}`
