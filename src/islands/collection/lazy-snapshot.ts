import type { SnapshotSource } from '#stores/collection/snapshot-source.ts'
import type { LastBuildParts } from './last-build.ts'

/** The last build, whose script comes when it is asked for the first time: most visitors never need it. */
export function lazySnapshot(parts: LastBuildParts): SnapshotSource {
  let opened: Promise<SnapshotSource> | undefined
  const source = () => {
    opened ??= import('./last-build.ts').then(({ openLastBuild }) => openLastBuild(parts))
    // What did not come is tried again.
    opened.catch(() => (opened = undefined))
    return opened
  }
  return {
    list: async (...asked) => (await source()).list(...asked),
    facets: async (...asked) => (await source()).facets(...asked),
    places: async (...asked) => (await source()).places(...asked),
    suggest: async (...asked) => (await source()).suggest(...asked),
    collections: async () => (await source()).collections(),
    names: async (...asked) => (await source()).names(...asked),
  }
}
