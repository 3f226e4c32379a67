import type { SnapshotLists } from './plans.ts'

/**
 * Records from which on the site's search asks the API first. The static index has a page list that every visitor loads, of about 6 bytes for each
 * record: with 30,000 records a first search takes 300 kB (docs/decisions/2026-11-23-search-asks-the-api.md).
 */
export const SEARCH_API_FROM = 30_000

const SEARCHED = ['items', 'people', 'organizations', 'locations', 'subjects', 'collections'] as const

export const countSearched = (lists: SnapshotLists): number =>
  SEARCHED.reduce((sum, name) => sum + lists[name].length, 0)
