import type { MapLayers } from '#contract/map-layers.ts'
import type { MergedRecord } from '#contract/merged.ts'
import type { Overlay } from '#contract/overlay.ts'
import type { loadArchive } from './archive.ts'
import type { ListName } from './plans.ts'

export type { SnapshotLists } from './plans.ts'

/** `apiBase` is what precedes `/api/…` in pages (empty: same origin). */
export interface SnapshotMeta {
  source: string
  apiBase: string
  /** The archive's change counter; null if the server has none. */
  counter: number | null
  /** What the server's log of changes is called; undefined if it has none. */
  log?: string
  counts: Record<ListName, number>
  /** The maps that the server has as tiles. */
  overlays: Overlay[]
  /** The layers of the map; undefined if the server does not tell: those of society.ts. */
  mapLayers?: MapLayers | undefined
  /** Records that became part of others, whose addresses lead there. */
  merged?: MergedRecord[]
}

/** A loaded snapshot with its reverse maps. */
export type Archive = ReturnType<typeof loadArchive>
