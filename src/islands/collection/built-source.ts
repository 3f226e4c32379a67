import { createBuiltSource } from '#stores/collection/built-source.ts'
import type { ItemSource } from '#stores/collection/item-source.ts'
import { openEngine } from '../search/engine.ts'

/** The last build as a source of items. Loaded on first use, because most visitors never need it. */
export const openBuiltSource = (data: (path: string) => Promise<unknown>): ItemSource =>
  createBuiltSource({ data, find: openEngine(undefined, () => import('../search/texts.ts')).find })
