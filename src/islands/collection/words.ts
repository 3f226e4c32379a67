import type { Suggestions, TagKind } from '#stores/collection/collection-stores.ts'

/** What the collection page says where the spec fixes no sentence. */
export const WORDS = {
  away: 'The archive cannot be reached just now. You see what it held at the last update, and can go on searching in that.',
  offline: 'You are offline. You see what the archive held at the last update, as far as your browser has it.',
  nonsense: 'A part of this address could not be read and was passed over.',
  failed: 'The results could not be loaded. Your search is as it was.',
  mapFailed: 'The outlines of the town could not be loaded. The list of places works without them.',
  mapHint: 'Choose a place to see what lies there.',
  none: 'Nothing in the archive fits all of this.',
  noPlaces: 'None of these results has a place on the map.',
  searching: 'Searching…',
  moreLetters: 'Type a few more letters.',
  nothing: 'Nothing found.',
} as const

const number = (value: number) => value.toLocaleString('en-CA')

/** Spec §2 "N results". */
export const resultsText = (count: number): string => (count === 1 ? '1 result' : `${number(count)} results`)
export const withoutPlace = (count: number): string =>
  count === 1
    ? '1 result has no place and is not on the map.'
    : `${number(count)} results have no place and are not on the map.`
export const figure = number

/** The tag inputs of spec §2. `id` is that of the text box, the same in the static page. */
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

/** What a live region says of the suggestions under a tag input. */
export function suggestionsText(suggestions: Suggestions): string {
  switch (suggestions.state) {
    case 'idle':
      return ''
    case 'more-letters':
      return WORDS.moreLetters
    case 'searching':
      return WORDS.searching
    case 'found': {
      const { tags, more } = suggestions
      if (tags.length === 0) return WORDS.nothing
      const shown = tags.length === 1 ? '1 suggestion' : `${tags.length} suggestions`
      return more > 0 ? `${shown} of ${number(tags.length + more)}` : shown
    }
  }
}
