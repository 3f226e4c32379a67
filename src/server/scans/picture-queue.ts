import type { PictureWork } from './picture-work.ts'

export type PictureMethod = Exclude<keyof PictureWork, 'close'>
/** A call for the process that decodes pictures. */
export interface PictureTask {
  method: PictureMethod
  args: readonly unknown[]
}
export type PictureJob = PictureTask & { number: number }

/** A file of this name in its scratch folder means that the process ended because it took too much memory. */
export const OUT_OF_MEMORY_FILE = 'outgrown'

/** Its answer: a result, a message for the uploader, or an error. `memory` in bytes. */
export interface PictureAnswer {
  number: number
  result?: unknown
  refused?: string
  failed?: string
  /** The error code: what the disk said. */
  code?: string
  memory: number
}

/** A task waiting or running. Each kind of task has a lane of its own: somebody waits for inspections, nobody for derivatives and tiles. */
export interface QueuedTask {
  task: PictureTask
  urgent: boolean
  /** It was running when the process died: it is retried once, alone. */
  suspect: boolean
  settle(answer: Omit<PictureAnswer, 'number' | 'memory'>): void
}

/** The next task to start: one per kind at a time, urgent ones first, a suspect only on its own. */
export function nextPictureJob(waiting: readonly QueuedTask[], running: readonly QueuedTask[]): QueuedTask | undefined {
  if (running.some(({ suspect }) => suspect)) return undefined
  const free = waiting.filter(({ task }) => !running.some((each) => each.task.method === task.method))
  const suspect = waiting.find((each) => each.suspect)
  if (suspect) return running.length === 0 ? suspect : undefined
  return free.find(({ urgent }) => urgent) ?? free[0]
}
