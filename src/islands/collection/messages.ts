import { SEARCH_WORK } from '#contract/limits.ts'
import { formatNumber, plural } from '#rules/names/record-names.ts'
import type { Results, TagKind } from '#stores/collection/collection-stores.ts'

/** Texts of the collection page that the spec does not fix. */
export const MESSAGES = {
  away: "We can't reach the archive right now. You are searching its last update.",
  offline: 'You are offline. You see what your browser has saved.',
  nonsense: "We couldn't read part of this address and ignored it.",
  failed: "The results didn't load. Your search is unchanged.",
  mapFailed: "The town's outlines didn't load. The list of places works without them.",
  placesBuilt: 'This map counts the items of the last update of the archive.',
  mapHint: 'Choose a place to see its items below. A double click zooms in.',
  none: 'No items match all of these filters.',
  noPlaces: 'None of these results has a place on the map.',
} as const

/** Spec §2 "N results". */
export const resultsText = (count: number): string => plural(count, 'result')
export const withoutPlace = (count: number): string =>
  count === 1
    ? '1 result has no place and is not on the map.'
    : `${formatNumber(count)} results have no place and are not on the map.`
/** How the server shortened the search. The hint on single letters shows only when nothing was found. */
export function shortenedText({ shortened, count }: Pick<Results, 'shortened' | 'count'>): string {
  const sentences = {
    words: `Only the first ${SEARCH_WORK.words} words of your search were used.`,
    letters: count === 0 && 'A single letter finds only itself, unless it is the last word of your search.',
    texts: 'These words are in more texts than were searched. Add a word to see the others.',
    matches: `More than ${formatNumber(SEARCH_WORK.ranked)} items match, and these are the best of the first ${formatNumber(SEARCH_WORK.ranked)}. Add a word or a filter to see the others.`,
  }
  return shortened.flatMap((reason) => sentences[reason] || []).join(' ')
}

/** The tag inputs of spec §2. `id` is the text box's, the same on the static page. */
export const TAGS: Record<TagKind, { id: string; label: string; one: string; hint: string }> = {
  people: { id: 'people-tags', label: 'People Tags', one: 'Person', hint: 'Add a person' },
  subjects: { id: 'subject-tags', label: 'Subject Tags', one: 'Subject', hint: 'Add a subject' },
  organizations: {
    id: 'organization-tags',
    label: 'Organization Tags',
    one: 'Organization',
    hint: 'Add an organization',
  },
}
