import { atom } from 'nanostores'
import { createPause } from '../shared/waits.ts'
import { LAYOUTS, type Filters, type Layout } from './collection-stores.ts'
import { filtersOf, searchOf, tagsOf, type NameOf } from './filters.ts'
import type { createHistory } from './history.ts'
import type { CollectionParts } from './parts.ts'
import type { Wish } from './results.ts'

/** Milliseconds after the last key, or the slider's last move, before anything is asked for. */
const WAIT = 250

/** An input whose changes follow each other closely: they wait a moment, and are one entry in the history. */
export type Input = 'search' | 'years'

type Around = Pick<CollectionParts, 'later' | 'thisYear'> & {
  history: ReturnType<typeof createHistory>
  nameOf: NameOf
  /** Called when another page, or other filters, are looked for; `isNew` with other filters. */
  wanted(wish: Wish, isNew: boolean): void
}

/** What is looked for, and the address that says so: each change of a filter goes to page 1 (spec §4). */
export function createSearch({ later, thisYear, history, nameOf, wanted }: Around) {
  const begin = history.read()
  const $filters = atom<Filters>(filtersOf(begin.search, thisYear, nameOf))
  const $layout = atom<Layout>(begin.view.layout)
  const $nonsense = atom(begin.nonsense)
  const typing = createPause(later)
  let page = begin.view.page
  let asked: string | undefined

  const wish = (): Wish => ({ filters: $filters.get(), page })
  const said = () => ({ search: searchOf($filters.get(), thisYear), view: { layout: $layout.get(), page } })
  const keyOf = (filters: Filters) => JSON.stringify(searchOf(filters, thisYear))

  function ask() {
    const key = keyOf($filters.get())
    const isNew = key !== asked
    asked = key
    wanted(wish(), isNew)
  }
  /** The filters as they are now are what is looked for. */
  function commit(input?: Input) {
    typing.cancel()
    if (keyOf($filters.get()) === asked) return
    page = 1
    history.push(said(), input)
    ask()
  }
  return {
    $filters,
    $layout,
    $nonsense,
    /** What counts, names and results depend on. */
    keyOf,
    wish,
    change(part: Partial<Filters>) {
      $filters.set({ ...$filters.get(), ...part })
      commit()
    },
    /** The same of an input that is still being changed; `now` when it is not any more. */
    changing(input: Input, part: Partial<Filters>, now = false) {
      $filters.set({ ...$filters.get(), ...part })
      if (!now) return typing.after(WAIT, () => commit(input))
      commit(input)
      history.endBurst()
    },
    /** Names that have been learned since. */
    rename() {
      const now = $filters.get()
      if (tagsOf(now).every(([kind, { id, name }]) => nameOf(kind, id) === name)) return
      $filters.set({ ...filtersOf(searchOf(now, thisYear), thisYear, nameOf), search: now.search })
    },
    setLayout(layout: Layout) {
      if (layout === $layout.get() || !LAYOUTS.includes(layout)) return
      $layout.set(layout)
      history.replace(said())
    },
    /** `pages` is how many there are; a page that is shown already is asked for `anew` only. */
    turn(to: number, pages: number, anew: boolean) {
      // What was typed until now is another list: the visitor meant the one before, which is gone.
      if (keyOf($filters.get()) !== asked) return commit()
      const next = Math.min(Math.max(1, to), pages)
      if (!Number.isInteger(next) || (next === page && !anew)) return
      page = next
      history.push(said())
      ask()
    },
    /** There are fewer pages than were asked for. */
    corrected(shown: number) {
      if (shown === page) return
      page = shown
      history.replace(said())
    },
    /** The visitor went back or forward, or to another part of the page. */
    moved() {
      const now = history.read()
      history.endBurst()
      typing.cancel()
      const [keyBefore, pageBefore] = [asked, page]
      $filters.set(filtersOf(now.search, thisYear, nameOf))
      $layout.set(now.view.layout)
      $nonsense.set(now.nonsense)
      page = now.view.page
      if (keyOf($filters.get()) !== keyBefore || page !== pageBefore) ask()
    },
    /** Asks again for what is looked for; what was typed last, too. */
    again() {
      if (asked !== undefined && keyOf($filters.get()) !== asked) commit()
      else ask()
    },
    hasUnasked: () => keyOf($filters.get()) !== asked,
    stop() {
      typing.cancel()
      history.endBurst()
    },
  }
}
