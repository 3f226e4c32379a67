import type { LayerProblem, Lost, SearchState } from '#stores/map/map-stores.ts'

/** What the map page says where the spec fixes no sentence. */
export const WORDS = {
  away: 'The archive does not answer. The map shows what it held at the last update.',
  none: 'The map cannot be shown: the outlines of the town cannot be reached.',
  noTools: 'The tools of the map could not be loaded.',
  loadAgain: 'Load the page again',
  lastBuild: 'As of the last update.',
  mediaFailed: 'The items of this zone cannot be reached at the moment.',
  moreLetters: 'Type a few more letters.',
  searching: 'Searching…',
  keys: 'Enter chooses the zone in the middle, arrow keys go to its neighbours, Enter again selects. Plus and minus zoom.',
  copied: 'The link is copied.',
  notCopied: 'Copy this link:',
} as const

export const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-CA')} ${number === 1 ? one : many}`

/** A layer by its title and year, as the legend and the notices name it. */
export const layerName = ({ title, year }: { title: string; year: number | null }) =>
  year === null ? title : `${title} ${year}`

export const problemText = (name: string, problem: LayerProblem): string =>
  problem === 'away'
    ? `${name} cannot be reached at the moment. The map works without it.`
    : `${name} is slow to come. The map works without it.`

/** Why the item or place that was asked for is not shown (spec §8 "Single item or location load failure"). */
export const lostText = ({ what, why }: Lost): string =>
  why === 'missing'
    ? `This ${what} is not in the archive any more. The map is as it was.`
    : `This ${what} could not be loaded: the archive does not answer. The map is as it was; please try again later.`

/** What a live region says of a search. */
export function searchText(search: SearchState<unknown>, nothing: string): string {
  if (search.state === 'idle') return ''
  if (search.state === 'more-letters') return WORDS.moreLetters
  if (search.state === 'searching') return WORDS.searching
  if (search.total === 0) return nothing
  const shown = search.rows.length < search.total ? `, the first ${search.rows.length} are shown` : ''
  return `${count(search.total, 'result', 'results')}${shown}`
}
