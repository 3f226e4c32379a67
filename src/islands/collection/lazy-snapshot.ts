import type { SnapshotSource } from '#stores/collection/snapshot-source.ts'
import { memoizeAsync } from '#stores/shared/memoize.ts'
import type { LastBuildParts } from './last-build.ts'

/** The last build as a data source. Its code is loaded on first use, because most visitors never need it. */
export function lazySnapshot(parts: LastBuildParts): SnapshotSource {
  const source = memoizeAsync(async () => (await import('./last-build.ts')).openLastBuild(parts))
  return {
    list: async (...asked) => (await source()).list(...asked),
    facets: async (...asked) => (await source()).facets(...asked),
    places: async (...asked) => (await source()).places(...asked),
    suggest: async (...asked) => (await source()).suggest(...asked),
    collections: async () => (await source()).collections(),
    names: async (...asked) => (await source()).names(...asked),
  }
}
