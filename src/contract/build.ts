import * as v from 'valibot'
import { id, line, moment } from './fields.ts'

/** A rebuild of the site: asked for, under way, switched to, or failed while the site before it stays up (design.md "Drafts and publishing"). */
export const BUILD_STATES = ['waiting', 'running', 'done', 'failed'] as const
export const build = v.object({
  id,
  state: v.picklist(BUILD_STATES),
  /** Why it was asked for, for example what was published. */
  reason: v.string(),
  requested_at: moment,
  started_at: v.nullable(moment),
  finished_at: v.nullable(moment),
  /** What the build said last: its report, or why it failed. */
  message: v.string(),
})
export type Build = v.InferOutput<typeof build>
export const buildRequest = v.nullish(v.object({ reason: line }), {})
