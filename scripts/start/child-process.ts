import type { ChildProcess } from 'node:child_process'
import { trySetPriority } from '#server/jobs/priority.ts'

/** Characters of output to keep. */
const TAIL = 4000
/** Lower priority than the server (0), so that work in the background does not slow down visitors. */
const LOW_PRIORITY = 10

/** The last characters of a stream. */
export function tailOf(stream: NodeJS.ReadableStream): () => string {
  let tail = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => (tail = (tail + text).slice(-TAIL)))
  return () => tail.trim()
}

export function lowerPriority({ pid }: ChildProcess): void {
  if (pid !== undefined) trySetPriority(pid, LOW_PRIORITY)
}
