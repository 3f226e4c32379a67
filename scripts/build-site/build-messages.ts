import type { BuildChanges, BuildProgress } from '#contract/operations.ts'

/** What a build tells the server that started it. */
export type BuildMessage =
  | Omit<BuildProgress, 'build'>
  | { changes: BuildChanges; addresses: string[] }
  /** Why it failed, without the traces that it prints for developers. */
  | { failure: string }

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
