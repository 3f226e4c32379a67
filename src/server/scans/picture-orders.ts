import type { ImageFormat } from '#contract/scan.ts'
import type { PictureSource } from './derivatives.ts'
import type { Picture } from './inspect-picture.ts'

/** What the server asks of the process that decodes pictures. */
export type PictureTask =
  | { task: 'inspect'; path: string }
  | { task: 'ensure'; source: PictureSource; formats?: readonly ImageFormat[] }
  | { task: 'tiles'; source: PictureSource }
export type PictureOrder = PictureTask & { number: number }

/** What it says: a result, a sentence for the person who sent the picture, or what went wrong. `memory` in bytes. */
export interface PictureAnswer {
  number: number
  result?: Picture | string
  refused?: string
  failed?: string
  memory: number
}

/**
 * A piece of work that is waiting or under way. Inspections have a person who waits, sizes and tiles may have one: each kind has a lane of its own, so
 * that none stands behind another.
 */
export interface Job {
  order: PictureTask
  lane: PictureTask['task']
  urgent: boolean
  /** It was under way when the process died: it is tried once more, alone. */
  suspect: boolean
  settle(answer: Omit<PictureAnswer, 'number' | 'memory'>): void
}

/** The next job to begin, or none: one a lane at a time, urgent ones first, a suspect only when nothing else is under way. */
export function nextJob(waiting: readonly Job[], running: readonly Job[]): Job | undefined {
  if (running.some(({ suspect }) => suspect)) return undefined
  const free = waiting.filter(({ lane }) => !running.some((each) => each.lane === lane))
  const suspect = waiting.find((each) => each.suspect)
  if (suspect) return running.length === 0 ? suspect : undefined
  return free.find(({ urgent }) => urgent) ?? free[0]
}
