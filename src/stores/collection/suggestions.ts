import { map } from 'nanostores'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { isShortName } from '#rules/search/rank-tags.ts'
import { createDebounce, withSlowFallback } from '../shared/debounce.ts'
import { latestOnly } from '../shared/latest-only.ts'
import type { Schedule } from '../shared/deps.ts'
import { TAG_KINDS, type Suggestions, type TagKind } from './collection-stores.ts'
import type { ItemSource } from './item-source.ts'
import type { Sources } from './sources.ts'

/** Milliseconds after the last key before suggestions are requested. */
const WAIT = 200
export const MOST_SUGGESTIONS = 8

type Found = Pick<Extract<Suggestions, { state: 'found' }>, 'tags' | 'more'>

/** Autocomplete for tags (spec §5), best match first. Tags already chosen stay in the list, so that choosing one again shows the refusal. */
export function createSuggestions({ sources, schedule }: { sources: Sources; schedule: Schedule }) {
  const $suggestions = map<Record<TagKind, Suggestions>>({
    people: { state: 'idle' },
    subjects: { state: 'idle' },
    organizations: { state: 'idle' },
  })
  const input = () => ({ requests: latestOnly(), debounce: createDebounce(schedule) })
  const inputs = { people: input(), subjects: input(), organizations: input() }

  async function find(kind: TagKind, text: string): Promise<void> {
    const { signal, isCurrent } = inputs[kind].requests.next()
    const show = ({ tags, more }: Found) => {
      // For two letters, nothing is said until there is such a name.
      const isShown = tags.length > 0 || !isShortName(text)
      if (isCurrent() && isShown) $suggestions.setKey(kind, { state: 'found', tags, more })
    }
    const read = (source: ItemSource) => source.suggest(kind, text, MOST_SUGGESTIONS, signal)
    const readBuilt = async () => read(await sources.built())
    const answer = withSlowFallback(schedule, sources.ask(signal, read), readBuilt, (found) => {
      if ($suggestions.get()[kind].state !== 'found') show(found)
    })
    show(await answer.catch(() => ({ tags: [], more: 0 })))
  }
  function end(kind: TagKind) {
    inputs[kind].requests.end()
    inputs[kind].debounce.cancel()
  }
  return {
    $suggestions,
    suggest(kind: TagKind, typed: string) {
      end(kind)
      const text = typed.trim()
      const isEnough = text.length >= SEARCH_MINIMUM.tags
      $suggestions.setKey(kind, { state: isEnough ? 'searching' : text === '' ? 'idle' : 'more-letters' })
      if (!isEnough && !isShortName(text)) return
      inputs[kind].debounce.after(WAIT, () => void find(kind, text))
    },
    stop() {
      for (const kind of TAG_KINDS) {
        end(kind)
        if ($suggestions.get()[kind].state === 'searching') $suggestions.setKey(kind, { state: 'idle' })
      }
    },
  }
}
