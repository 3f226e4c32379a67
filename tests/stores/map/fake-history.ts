import type { PageHistory } from '#stores/map/deps.ts'

/** A fake browser history. As in a browser, `back()` is asynchronous: it takes effect with `arrive`. */
export function aHistory(state: unknown, query = '') {
  const entries: { state: unknown; query: string }[] = [{ state, query }]
  const movers = new Set<() => void>()
  let [at, backs, homes] = [0, 0, 0]
  const goTo = (entry: number) => {
    if (entry < 0 || entry >= entries.length) return
    at = entry
    for (const work of movers) work()
  }
  const history: PageHistory = {
    state: () => entries[at]!.state,
    push: (pushed, to) => void entries.splice(++at, Infinity, { state: pushed, query: to }),
    insertBefore(to, top) {
      const here = entries[at]!
      entries[at] = { ...here, query: to }
      entries.splice(++at, Infinity, { state: top, query: here.query })
    },
    back(query) {
      if (at > 0) return void backs++
      entries[at] = { state: null, query }
      goTo(at)
    },
    goHome(state) {
      entries[at] = { ...entries[at]!, state }
      homes++
    },
    onMove(work) {
      movers.add(work)
    },
  }
  return {
    history,
    entries,
    /** The entry of the visitor. */
    here: () => entries[at]!,
    /** Which entry the visitor is at, from 0. */
    at: () => at,
    /** How often the page went to `/`. */
    homes: () => homes,
    /** Back and Forward by the visitor. */
    travel: (by: number) => goTo(at + by),
    /** Loses the entry below the visitor's, as Chromium does in a long history. */
    dropBelow: () => void entries.splice(--at, 1),
    /** Performs all pending `back()` calls, and those made meanwhile. */
    arrive() {
      for (; backs > 0; backs--) goTo(at - 1)
    },
  }
}
