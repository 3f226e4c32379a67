import { type Engine, KINDS, type Kind, type Match } from './engine.ts'
import type { Found } from './found.ts'

/** The best of one kind, and how many there are in all. */
export interface Group {
  kind: Kind
  total: number
  found: Found[]
}
export type Suggestions =
  | { phase: 'idle' }
  | { phase: 'waiting'; words: string }
  | { phase: 'found'; words: string; total: number; groups: Group[] }
  | { phase: 'failed'; words: string }

/** How many of each kind the box shows at most; all kinds together stay on one screen. */
const SHOWN: Record<Kind, number> = { item: 4, person: 3, organization: 2, place: 2, subject: 2, collection: 1 }
const SHOWN_IN_ALL = 10
/** One letter says nothing yet, and every word that begins with it would have to be loaded. */
const LEAST_LETTERS = 2

/** Finds the best of each kind; the kind that holds the best match of all comes first. */
export async function suggest(engine: Engine, words: string): Promise<{ total: number; groups: Group[] }> {
  const all = await engine.search(words)
  const present = KINDS.filter((kind) => (all.kinds[kind] ?? 0) > 0)
  const kinds = await Promise.all(
    present.map(async (kind) => ({ kind, list: (await engine.search(words, { kind })).list })),
  )
  const ranked = kinds
    .filter(({ list }) => list.length > 0)
    .sort((a, b) => b.list[0]!.score - a.list[0]!.score || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  const chosen = share(ranked)
  const groups = await Promise.all(
    ranked.map(async ({ kind, list }, index) => ({
      kind,
      total: list.length,
      found: await Promise.all(chosen[index]!.map((match) => match.read())),
    })),
  )
  return { total: all.list.length, groups: groups.filter((group) => group.found.length > 0) }
}

/** Every kind gets one place, then the kinds are filled in their order until the box is full. */
function share(ranked: { kind: Kind; list: Match[] }[]): Match[][] {
  let free = SHOWN_IN_ALL - ranked.length
  return ranked.map(({ kind, list }) => {
    const more = Math.max(0, Math.min(SHOWN[kind] - 1, list.length - 1, free))
    free -= more
    return list.slice(0, 1 + more)
  })
}

interface Setup {
  engine: Engine
  onChange(state: Suggestions): void
  /** Milliseconds of quiet before a search starts. */
  pause?: number
}

/** What the box suggests while somebody types: waits for a pause, and never lets a late answer replace a newer one. */
export function createSuggestions({ engine, onChange, pause = 120 }: Setup) {
  let state: Suggestions = { phase: 'idle' }
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (next: Suggestions) => {
    state = next
    onChange(next)
  }
  const run = async (words: string, turn: number) => {
    try {
      const answer = await suggest(engine, words)
      if (turn === asked) set({ phase: 'found', words, ...answer })
    } catch {
      if (turn === asked) set({ phase: 'failed', words })
    }
  }
  return {
    get state() {
      return state
    },
    /** The text of the box changed. */
    type(text: string) {
      const words = text.trim()
      clearTimeout(timer)
      const turn = ++asked
      if ([...words].length < LEAST_LETTERS) return set({ phase: 'idle' })
      // Old suggestions stay in view until the new ones are there: nothing flickers.
      if (state.phase !== 'found') set({ phase: 'waiting', words })
      timer = setTimeout(() => void run(words, turn), pause)
    },
  }
}

/** What a screen reader is told. */
export function announce(state: Suggestions): string {
  if (state.phase === 'found') return state.total === 0 ? 'No results' : countResults(state.total)
  if (state.phase === 'failed') return FAILED
  return ''
}
export const countResults = (total: number) => (total === 1 ? '1 result' : `${total.toLocaleString('en-CA')} results`)
export const FAILED = 'The search index cannot be reached just now. Press Enter to try the result page.'
