import { plural } from '#rules/names/record-names.ts'
import { SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import type { Engine, Match, Matches } from './engine.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import type { Found } from './found.ts'
import { yearPage } from './year-page.ts'

/** The best matches of one kind, and how many there are in all. */
export interface Group {
  kind: SearchKind
  total: number
  found: Found[]
}
interface Suggested extends Pick<Matches, 'unknown' | 'correction'> {
  total: number
  groups: Group[]
  /** The page of the year that was searched for. */
  year?: Link | undefined
}
export type Suggestions =
  | { phase: 'idle' }
  | { phase: 'waiting'; words: string }
  | ({ phase: 'found'; words: string } & Suggested)
  | { phase: 'failed'; words: string }

/** Limits per kind and in all, so that the list fits on one screen. */
const SHOWN: Record<SearchKind, number> = {
  ...{ item: 4, person: 3, organization: 2, place: 2, subject: 2, collection: 1, story: 2 },
}
const SHOWN_IN_ALL = 10
export const MOST_OF_A_KIND = SHOWN.item
/** For one letter, every word that begins with it would have to be loaded. */
const LEAST_LETTERS = 2
/**
 * Milliseconds to debounce typing. Longer while the last word has one or two letters: many words begin with them, their files are large, and the next
 * letter is probably on its way.
 */
const PAUSE = { short: 300, long: 120 }
const SHORT_LAST_WORD = /(?:^|\s)\S{1,2}$/u

/** The best matches of each kind; the kind with the best match comes first. */
export async function suggest(engine: Engine, words: string): Promise<Suggested> {
  const [{ list, unknown, correction }, year] = await Promise.all([engine.search(words), yearPage(words)])
  const ranked = SEARCH_KINDS.map((kind) => ({ kind, list: list.filter((match) => match.kind === kind) }))
    .filter(({ list }) => list.length > 0)
    .sort((a, b) => b.list[0]!.score - a.list[0]!.score)
  const chosen = share(ranked)
  const groups = await Promise.all(
    ranked.map(async ({ kind, list }, index) => ({
      kind,
      total: list.length,
      found: await readAll(chosen[index]!),
    })),
  )
  return { total: list.length, groups, year, unknown, correction }
}

/** Without those that can't be read, which were just withdrawn. */
async function readAll(matches: readonly Match[]): Promise<Found[]> {
  const read = await Promise.allSettled(matches.map((match) => match.read()))
  return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** Every kind gets one place; the rest go to the kinds in their order. */
function share(ranked: { kind: SearchKind; list: Match[] }[]): Match[][] {
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
}

/** Suggestions while somebody types: debounced, and a late answer never replaces a newer one. */
export function createSuggestions({ engine, onChange }: Setup) {
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
      // Old suggestions stay until the new ones are there, so that nothing flickers.
      if (state.phase !== 'found') set({ phase: 'waiting', words })
      const pause = SHORT_LAST_WORD.test(text) ? PAUSE.short : PAUSE.long
      timer = setTimeout(() => void run(words, turn), pause)
    },
  }
}

/** The text for screen readers. */
export function announce(state: Suggestions): string {
  if (state.phase === 'found') return state.total === 0 ? nothingFound(state) : countResults(state.total)
  if (state.phase === 'failed') return FAILED
  return ''
}
/** Why a search finds nothing. */
export function nothingFound({ words, unknown }: { words: string; unknown: readonly string[] }): string {
  if (unknown.length === 0) return `Nothing in the archive has all of “${words}”.`
  return `No record has the word ${unknown.map((word) => `“${word}”`).join(' or ')}.`
}
export const countResults = (total: number) => plural(total, 'result')
export const FAILED = 'The search index can’t be reached just now. Press Enter to try the results page.'
