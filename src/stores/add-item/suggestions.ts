import type { Client } from '#client/client.ts'
import { rankTags, suggestionQuery } from '#rules/search/rank-tags.ts'
import type { Schedule } from '../shared/deps.ts'
import { createSuggestions as createShared, MOST_SUGGESTIONS } from '../shared/suggestions.ts'
import type { SuggestionList } from './add-item-stores.ts'
import type { Tag } from './draft.ts'
import { createTagSearch, MINIMUM } from './tag-search.ts'

const PEOPLE: ReadonlySet<SuggestionList> = new Set(['people', 'creator', 'parents', 'spouses'])

/** Suggestions for the lists of the wizard and its popups (spec §5), best match first. */
export function createSuggestions({ client, schedule }: { client: Client; schedule: Schedule }) {
  const search = createTagSearch(client)
  return createShared<SuggestionList, Tag>({
    schedule,
    minimum: (list) => MINIMUM[list],
    async find(list, text, signal) {
      const isShort = text.length < MINIMUM[list]
      const name = isShort ? (PEOPLE.has(list) ? 'part' : 'name') : undefined
      const found = await search(list, isShort ? suggestionQuery(text) : text, signal)
      return rankTags(found, text, MOST_SUGGESTIONS, name)
    },
  })
}
