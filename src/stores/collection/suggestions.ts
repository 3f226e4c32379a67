import { map } from 'nanostores'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { fittest } from '#rules/tag-order.ts'
import { createTurns } from '../shared/turns.ts'
import { createPause, orMeanwhile } from '../shared/waits.ts'
import { TAG_KINDS, type Suggestions, type TagKind } from './collection-stores.ts'
import { sentText } from './filters.ts'
import type { CollectionParts } from './parts.ts'
import type { Reach } from './reach.ts'
import type { TagRows } from './tag-rows.ts'

/** Milliseconds after the last key before anybody is asked. */
const WAIT = 200
export const MOST_SUGGESTIONS = 8

type Around = Pick<CollectionParts, 'snapshot' | 'later'> & { rows: TagRows; reach: Reach }
type Found = Pick<Extract<Suggestions, { state: 'found' }>, 'tags' | 'more'>

/** What can be chosen as a tag, while it is typed (spec §5): the most fitting first. What is chosen already stays in it, so that its refusal can be seen. */
export function createSuggestions({ snapshot, later, rows, reach }: Around) {
  const $suggestions = map<Record<TagKind, Suggestions>>({
    people: { state: 'idle' },
    subjects: { state: 'idle' },
    organizations: { state: 'idle' },
  })
  const asking = Object.fromEntries(
    TAG_KINDS.map((kind) => [kind, { turns: createTurns(), pause: createPause(later) }]),
  ) as Record<TagKind, { turns: ReturnType<typeof createTurns>; pause: ReturnType<typeof createPause> }>

  async function find(kind: TagKind, text: string): Promise<void> {
    const turn = asking[kind].turns.next()
    const show = ({ tags, more }: Found) => {
      if (turn.isCurrent()) $suggestions.setKey(kind, { state: 'found', tags, more })
    }
    const published = async () => fittest(await rows.search(kind, sentText(text), turn.signal), text, MOST_SUGGESTIONS)
    const built = () => snapshot.suggest(kind, text, MOST_SUGGESTIONS)
    const meanwhile = () => {
      const showBuilt = (found: Found) => $suggestions.get()[kind].state === 'searching' && show(found)
      built().then(showBuilt, () => {})
    }
    const nothing: Found = { tags: [], more: 0 }
    show(await orMeanwhile(later, reach.either(turn.signal, published, built), meanwhile).catch(() => nothing))
  }
  function end(kind: TagKind) {
    asking[kind].turns.end()
    asking[kind].pause.cancel()
  }
  return {
    $suggestions,
    suggest(kind: TagKind, typed: string) {
      end(kind)
      const text = typed.trim()
      if (text.length < SEARCH_MINIMUM.tags) {
        return $suggestions.setKey(kind, { state: text === '' ? 'idle' : 'more-letters' })
      }
      $suggestions.setKey(kind, { state: 'searching' })
      asking[kind].pause.after(WAIT, () => void find(kind, text))
    },
    /** What was under way is not shown any more. */
    stop() {
      for (const kind of TAG_KINDS) {
        end(kind)
        if ($suggestions.get()[kind].state === 'searching') $suggestions.setKey(kind, { state: 'idle' })
      }
    },
  }
}
