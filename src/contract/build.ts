import * as v from 'valibot'
import { id, line, timestamp } from './fields.ts'

/** A site rebuild: requested, running, switched to, or failed (the previous site stays up). */
const BUILD_STATES = ['waiting', 'running', 'done', 'failed'] as const
export const build = v.object({
  id,
  state: v.picklist(BUILD_STATES),
  /** Why it was requested, such as what was published. */
  reason: v.string(),
  requested_at: timestamp,
  started_at: v.nullable(timestamp),
  finished_at: v.nullable(timestamp),
  /** The last output of the build: its report, or why it failed. */
  message: v.string(),
})
export type Build = v.InferOutput<typeof build>
export const buildRequest = v.nullish(v.object({ reason: line }), {})
