/** A loaded snapshot with its reverse maps. */
export type { Archive } from './archive.ts'
export type { SnapshotLists, SnapshotMeta } from './plans.ts'
