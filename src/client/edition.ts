/**
 * How a page reached its visitor, `<html data-edition>`. None: from our own server. `whole`: deployed to a static host, live parts ask the API. `alone`: the same
 * without any API. `copy`: opened from a disk.
 */
export type Edition = 'whole' | 'alone' | 'copy'

export const edition = globalThis.document?.documentElement.dataset['edition'] as Edition | undefined

/** Tiles and pictures are files only. */
export const isStatic = edition !== undefined
/** No server answers, now or later: no call is tried, and nothing says that one is away. */
export const isAlone = isStatic && edition !== 'whole'
