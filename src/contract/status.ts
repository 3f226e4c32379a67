import * as v from 'valibot'

/** Our additions: how the archive is, and how often it has changed (design.md). */
const state = v.picklist(['ok', 'failed'])
export const health = v.object({
  status: state,
  version: v.string(),
  database: v.object({ status: state, kind: v.string() }),
  media: v.object({ status: state }),
  /** Bytes. */
  disk: v.object({ status: state, free: v.number(), total: v.number() }),
})
export type Health = v.InferOutput<typeof health>

/** `counter` grows by at least one with every committed change. */
export const changes = v.object({ counter: v.number() })

/** Errors: the Django REST convention (design.md). */
export const detailError = v.object({ detail: v.string() })
export const fieldErrors = v.record(v.string(), v.array(v.string()))
export const anyError = v.union([detailError, fieldErrors])

/** A call that answers with nothing (204). */
export const nothing = v.undefined_()
