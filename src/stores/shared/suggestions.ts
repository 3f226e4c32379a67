import { map } from 'nanostores'
import { isShortName } from '#rules/search/rank-tags.ts'
import { createDebounce } from './debounce.ts'
import type { Schedule } from './deps.ts'
import { latestOnly } from './latest-only.ts'

export interface SuggestedTag {
  id: number
  name: string
  /** Tells tags of one name apart. */
  detail: string
  /** The user's own entry, still waiting for review. */
  pending?: boolean
}
interface Found<Tag> {
  tags: readonly Tag[]
  /** How many others were found. */
  more: number
}
export type Suggestions<Tag extends SuggestedTag = SuggestedTag> =
  | { state: 'idle' | 'searching' | 'failed' }
  /** Too few characters (spec §5). */
  | { state: 'more-letters'; minimum: number }
  | ({ state: 'found' } & Found<Tag>)

/** Milliseconds after the last key before suggestions are requested. */
const WAIT = 200
export const MOST_SUGGESTIONS = 8

interface Options<List extends string, Tag> {
  schedule: Schedule
  /** Characters before a list suggests something. */
  minimum: (list: List) => number
  /** Best match first. `show` gets what is known before the answer. */
  find: (list: List, text: string, signal: AbortSignal, show: (found: Found<Tag>) => void) => Promise<Found<Tag>>
}

/** Suggestions for text boxes with tags (spec §5). */
export function createSuggestions<List extends string, Tag extends SuggestedTag>({
  schedule,
  minimum,
  find,
}: Options<List, Tag>) {
  const $suggestions = map<Readonly<Record<string, Suggestions<Tag>>>>({})
  const inputs = new Map<List, ReturnType<typeof newInput>>()
  const newInput = () => ({ requests: latestOnly(), debounce: createDebounce(schedule) })
  function inputOf(list: List) {
    const input = inputs.get(list) ?? newInput()
    inputs.set(list, input)
    return input
  }
  const set = (list: List, now: Suggestions<Tag>) => $suggestions.setKey(list as string, now)
  const stateOf = (list: List) => $suggestions.get()[list]?.state

  async function ask(list: List, text: string): Promise<void> {
    const { signal, isCurrent } = inputOf(list).requests.next()
    let isOver = false
    const show = (found: Found<Tag>) => {
      // For two letters, nothing is said until there is such a name.
      const isShown = found.tags.length > 0 || text.length >= minimum(list)
      if (isCurrent() && isShown && !isOver) set(list, { state: 'found', ...found })
    }
    try {
      show(await find(list, text, signal, show))
    } catch {
      if (isCurrent() && stateOf(list) !== 'found') set(list, { state: 'failed' })
    }
    isOver = true
  }
  function end(list: List) {
    inputOf(list).requests.end()
    inputOf(list).debounce.cancel()
  }
  return {
    $suggestions,
    suggest(list: List, typed: string) {
      end(list)
      const text = typed.trim()
      const isEnough = text.length >= minimum(list)
      if (isEnough) set(list, { state: 'searching' })
      else set(list, text === '' ? { state: 'idle' } : { state: 'more-letters', minimum: minimum(list) })
      if (isEnough || isShortName(text)) inputOf(list).debounce.after(WAIT, () => void ask(list, text))
    },
    stop() {
      for (const list of inputs.keys()) {
        end(list)
        if (stateOf(list) === 'searching') set(list, { state: 'idle' })
      }
    },
  }
}
