import type { PageHistory } from '#stores/map/parts.ts'

/** A browser's history of one page, begun at an entry with this state. As in a browser, going back takes a while: until `arrive`. */
export function aHistory(state: unknown) {
  const entries: unknown[] = [state]
  const movers = new Set<(state: unknown) => void>()
  let [at, backs, homes] = [0, 0, 0]
  const goTo = (entry: number) => {
    if (entry < 0 || entry >= entries.length) return
    at = entry
    for (const work of movers) work(structuredClone(entries[at]))
  }
  const history: PageHistory = {
    state: () => entries[at],
    push: (pushed) => void entries.splice(++at, Infinity, pushed),
    back: () => void backs++,
    goHome: () => void homes++,
    onMove(work) {
      movers.add(work)
      return () => movers.delete(work)
    },
  }
  return {
    history,
    entries,
    /** Which entry the visitor is at, from 0. */
    at: () => at,
    /** How often the page went to `/`. */
    homes: () => homes,
    listening: () => movers.size,
    /** Back and forward as the visitor presses them. */
    travel: (by: number) => goTo(at + by),
    /** The browser goes back as often as it was asked to, and is asked meanwhile. */
    arrive() {
      for (; backs > 0; backs--) goTo(at - 1)
    },
  }
}
