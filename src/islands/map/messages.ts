import { plural } from '#rules/names/record-names.ts'
import type { LayerProblem, SearchState } from '#stores/map/map-stores.ts'

/** Texts of the map page that the spec does not fix. */
export const MESSAGES = {
  away: "We can't reach the archive right now. The map shows the last update.",
  none: "The map can't be shown because the town's outlines didn't load.",
  lastBuild: 'As of the last update.',
  mediaFailed: "We can't load the items of this zone right now.",
  moreLetters: 'Type a few more letters.',
  searching: 'Searching…',
  compare: 'Compare two maps',
  copy: 'Copy link to this view',
  copied: 'Link copied.',
  notCopied: 'Copy this link:',
  help: 'What can I do here?',
} as const

/** Of the static page. */
export const TOOLS_MISSING = { text: "The map's tools didn't load.", again: 'Reload the page' } as const

/** A layer's title and year, for the legend and the notices. */
export const layerName = ({ title, year }: { title: string; year: number | null }) =>
  year === null ? title : `${title} ${year}`

const PROBLEMS: Record<LayerProblem, string> = {
  away: "can't be reached right now",
  slow: 'is loading slowly',
  missing: 'is still being prepared and will be here soon',
}
export const problemText = (name: string, problem: LayerProblem): string =>
  `${name} ${PROBLEMS[problem]}. The map works without it.`

/** The live region of a search. */
export function searchText(search: SearchState<unknown>, nothing: string): string {
  if (search.state === 'idle') return ''
  if (search.state === 'more-letters') return MESSAGES.moreLetters
  if (search.state === 'searching') return MESSAGES.searching
  if (search.total === 0) return nothing
  const shown = search.rows.length < search.total ? `, the first ${search.rows.length} are shown` : ''
  return `${plural(search.total, 'result')}${shown}`
}
