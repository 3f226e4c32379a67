import { map } from 'nanostores'
import type { Client } from '#client/client.ts'
import { isShortName, rankTags, suggestionQuery } from '#rules/search/rank-tags.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { Schedule } from '../shared/deps.ts'
import { latestOnly } from '../shared/latest-only.ts'
import type { SuggestionList, TagSuggestions } from './add-item-stores.ts'
import { createTagSearch, MINIMUM } from './tag-search.ts'

/** Milliseconds after the last key before suggestions are requested. */
const WAIT = 200
const MOST_SUGGESTIONS = 8
const PEOPLE: ReadonlySet<SuggestionList> = new Set(['people', 'creator', 'parents', 'spouses'])

/** Suggestions for the lists of the wizard and its popups (spec §5), best match first. */
export function createSuggestions({ client, schedule }: { client: Client; schedule: Schedule }) {
  const $suggestions = map<Partial<Record<SuggestionList, TagSuggestions>>>({})
  const search = createTagSearch(client)
  const inputs = new Map<
    SuggestionList,
    { requests: ReturnType<typeof latestOnly>; debounce: ReturnType<typeof createDebounce> }
  >()
  function inputOf(list: SuggestionList) {
    const input = inputs.get(list) ?? { requests: latestOnly(), debounce: createDebounce(schedule) }
    inputs.set(list, input)
    return input
  }

  async function find(list: SuggestionList, text: string) {
    const { signal, isCurrent } = inputOf(list).requests.next()
    const show = (suggestions: TagSuggestions) => {
      if (isCurrent()) $suggestions.setKey(list, suggestions)
    }
    const isShort = text.length < MINIMUM[list]
    const name = isShort ? (PEOPLE.has(list) ? 'part' : 'name') : undefined
    try {
      const found = await search(list, isShort ? suggestionQuery(text) : text, signal)
      const { tags, more } = rankTags(found, text, MOST_SUGGESTIONS, name)
      // For two letters, nothing is said until there is such a name.
      if (!isShort || tags.length > 0) show({ state: 'found', tags, more })
    } catch {
      show({ state: 'failed' })
    }
  }
  function end(list: SuggestionList) {
    inputOf(list).requests.end()
    inputOf(list).debounce.cancel()
  }

  return {
    $suggestions,
    suggest(list: SuggestionList, typed: string) {
      end(list)
      const text = typed.trim()
      const minimum = MINIMUM[list]
      const isEnough = text.length >= minimum
      const waiting = text === '' ? ({ state: 'idle' } as const) : ({ state: 'more-letters', minimum } as const)
      $suggestions.setKey(list, isEnough ? { state: 'searching' } : waiting)
      if (!isEnough && !isShortName(text)) return
      inputOf(list).debounce.after(WAIT, () => void find(list, text))
    },
    stop: () => [...inputs.keys()].forEach(end),
  }
}
