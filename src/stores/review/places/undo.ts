import { atom } from 'nanostores'
import { refusalOf, type Refusal } from '../send-step.ts'
import type { PlacesDeps } from './deps.ts'

const CALLS = { joined: 'undoMerge', split: 'undoSplit', removed: 'restoreRemoved' } as const
/** A step that can be undone for thirty days. */
export interface UndoableStep {
  what: keyof typeof CALLS
  id: number
  at: string
  /** The last moment at which it can be undone. */
  until: string
  /** Who did it. */
  by: string | null
  /** The names of what it was done to: the one that went or came, and the one that stays. */
  names: readonly [string, string | null]
}
export interface UndoState {
  steps: readonly UndoableStep[]
  /** The step that is being undone. */
  busy: string | null
  refusal: { step: string; refusal: Refusal } | null
}
export const stepId = ({ what, id }: Pick<UndoableStep, 'what' | 'id'>) => `${what} ${id}`

interface Logged {
  id: number
  at: string
  until: string
  by: { name: string } | null
}
const toStep = (
  what: UndoableStep['what'],
  { id, at, until, by }: Logged,
  name: string,
  other: string | null = null,
) => ({
  ...{ what, id, at, until, by: by?.name ?? null },
  names: [name, other] as const,
})

interface Deps extends PlacesDeps {
  onUndone(step: UndoableStep): void
}

/** Zones that were joined, split or removed in the last thirty days, newest first. */
export function createUndo({ client, withSession, onUndone }: Deps) {
  const $undo = atom<UndoState>({ steps: [], busy: null, refusal: null })

  async function read(): Promise<UndoableStep[]> {
    const query = { kind: 'locations', page_size: 100 } as const
    const [merges, splits, zones, lots] = await Promise.all([
      client.call('merges', { query }),
      client.call('splits'),
      client.call('removed', { query }),
      client.call('removed', { query: { ...query, kind: 'lots' } }),
    ])
    const removed = [...zones.results, ...lots.results]
    return [
      ...merges.results.map((each) => toStep('joined', each, each.from.label, each.into.label)),
      ...splits.map((each) => toStep('split', each, each.added.label, each.kept.label)),
      ...removed.map((each) => toStep('removed', each, each.label)),
    ].sort((a, b) => b.at.localeCompare(a.at))
  }
  async function load(): Promise<void> {
    const steps = await withSession(read).catch(() => null)
    if (steps) $undo.set({ ...$undo.get(), steps })
  }

  return {
    $undo,
    load,
    async undo(step: UndoableStep): Promise<boolean> {
      const now = $undo.get()
      if (now.busy !== null) return false
      $undo.set({ ...now, busy: stepId(step), refusal: null })
      try {
        await withSession(() => client.call(CALLS[step.what], { path: { id: step.id } }))
        $undo.set({ ...$undo.get(), busy: null })
        await load()
        onUndone(step)
        return true
      } catch (problem) {
        $undo.set({ ...$undo.get(), busy: null, refusal: { step: stepId(step), refusal: refusalOf(problem) } })
        return false
      }
    },
  }
}
