import * as v from 'valibot'
import { hierarchy } from './collection.ts'
import { id, updatedAt } from './fields.ts'
import { RECORD_STATES } from './record.ts'

/** Kinds that form a tree; stories one without branches. */
const TREE_KINDS = ['subjects', 'collections', 'stories'] as const
export type TreeKind = (typeof TREE_KINDS)[number]
export const treeAddress = v.object({ kind: v.picklist(TREE_KINDS) })

/** A subject or collection in its tree, drafts included. `items`: what is filed at it itself. */
const treeRow = v.object({
  id,
  name: v.string(),
  parent: v.nullable(id),
  /** Of a collection. */
  hierarchy: v.optional(hierarchy),
  /** Of a story. */
  updated_at: updatedAt,
  state: v.picklist(RECORD_STATES),
  items: v.number(),
})
export type TreeRow = v.InferOutput<typeof treeRow>
export const treeRows = v.array(treeRow)
