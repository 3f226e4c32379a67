import * as v from 'valibot'

/** Our additions: the health and the change counter of the archive. */
export const health = v.object({
  /** For balancers, with the HTTP status: true is 200, false is 503 (`failed` and `stopping`). */
  ready: v.boolean(),
  /** `warning`: somebody should look at `problems`, everything works. `failed`: calls may fail. `stopping`: calls still work, but send new ones elsewhere. */
  status: v.picklist(['ok', 'warning', 'failed', 'stopping']),
  version: v.string(),
  /** `replica`: whether the read replica answers reads of the public, if there is one. */
  database: v.object({
    status: v.picklist(['ok', 'damaged', 'failed']),
    kind: v.string(),
    replica: v.optional(v.picklist(['ok', 'behind', 'away', 'wrong'])),
  }),
  /** True in the process that builds the site and does what only one process does. Not told by older servers. */
  leads: v.optional(v.boolean()),
  media: v.object({ status: v.picklist(['ok', 'read-only', 'unreadable', 'failed']) }),
  /** Bytes. `full`: less is free than the configured share. */
  disk: v.object({ status: v.picklist(['ok', 'full', 'failed']), free: v.number(), total: v.number() }),
  /** `stopped`: too many originals are not in the database; nothing was moved. */
  sweep: v.object({ status: v.picklist(['ok', 'stopped']) }),
  /** One sentence per problem. */
  problems: v.array(v.string()),
})
export type Health = v.InferOutput<typeof health>

/** `counter` grows by at least one with every committed change. */
export const changes = v.object({
  counter: v.number(),
  /** With `since`: names the log of changes. A counter of an archive that was restored means something else. */
  log: v.optional(v.string()),
  /** With `since`: the items that changed; null if anything else did, or if the log begins later. */
  items: v.optional(v.nullable(v.array(v.number()))),
  /** With `since`: the items that changed, whatever else did; null if the log begins later. Items also show names of other records: read what shows those again. */
  changed_items: v.optional(v.nullable(v.array(v.number()))),
})

export const goneItem = v.object({ id: v.number(), at: v.string() })

/** Errors: the Django REST convention. */
export const detailError = v.object({ detail: v.string() })
const fieldErrors = v.record(v.string(), v.array(v.string()))
export const anyError = v.union([detailError, fieldErrors])

/** An empty answer (204). */
export const noContent = v.undefined_()
