import { createSnapshotSource, type SnapshotSource } from '#stores/collection/snapshot-source.ts'
import { createItemWords } from './pagefind-ids.ts'

export interface LastBuildParts {
  data: (path: string) => Promise<unknown>
  thisYear: number
}

/** The last build as the page asks it; words are Pagefind's. */
export const openLastBuild = (parts: LastBuildParts): SnapshotSource =>
  createSnapshotSource({ ...parts, search: createItemWords() })
