import { createSnapshotSource, type SnapshotSource } from '#stores/collection/snapshot-source.ts'
import { openEngine } from '../search/engine.ts'

export interface LastBuildParts {
  data: (path: string) => Promise<unknown>
  thisYear: number
}

/** The last build as a data source, with Pagefind for full text. */
export const openLastBuild = (parts: LastBuildParts): SnapshotSource =>
  createSnapshotSource({ ...parts, search: openEngine().itemIds })
