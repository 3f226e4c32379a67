import * as v from 'valibot'
import { id } from './fields.ts'

/** Kinds whose records can become one. */
export const MERGED_KINDS = ['people', 'organizations', 'subjects', 'collections', 'locations'] as const
export type MergedKind = (typeof MERGED_KINDS)[number]

/** A record that became part of another, which answers for its id (our addition). */
export const mergedRecord = v.object({ kind: v.picklist(MERGED_KINDS), id, into: id })
export type MergedRecord = v.InferOutput<typeof mergedRecord>
