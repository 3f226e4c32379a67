import { atom } from 'nanostores'
import type { Sort } from '#contract/item.ts'
import { cleanSearchText, EMPTY_SEARCH, type CollectionSearch } from '#rules/addresses/collection-address.ts'
import { createDebounce } from '../shared/debounce.ts'
import { LAYOUTS, type Layout } from './collection-stores.ts'
import type { CollectionDeps } from './deps.ts'
import { createHistory } from './history.ts'
import type { CollectionQuery } from './item-source.ts'

/** Milliseconds after the last key, or the slider's last move, before the search runs. */
const WAIT = 250

/** Inputs whose quick changes are debounced and share one history entry. */
type Input = 'search' | 'years'

/** Cache key of counts and results. */
export const keyOf = (search: CollectionSearch) => JSON.stringify(search)

/** What is searched, and its address. Every change goes to page 1 (spec §4). */
export function createQuery(deps: Pick<CollectionDeps, 'schedule' | 'thisYear' | 'address'>) {
  const history = createHistory(deps)
  /** What was searched last. Set anew for each search, also when it is the same again. */
  const $query = atom<CollectionQuery>({ search: EMPTY_SEARCH, page: 1, sort: null })
  /** What is being typed and not searched yet. The address is without it: it may be cleared again. */
  const $typed = atom<Partial<Pick<CollectionSearch, Input>>>({})
  const $layout = atom<Layout>(LAYOUTS[0])
  const $sort = atom<Sort | null>(null)
  const $unreadable = atom(false)
  const typing = createDebounce(deps.schedule)
  let page = 1
  let isBegun = false

  const viewNow = () => ({ layout: $layout.get(), sort: $sort.get() })
  const addressState = () => ({ search: $query.get().search, view: { ...viewNow(), page } })
  function current(): CollectionSearch {
    const search = { ...$query.get().search, ...$typed.get() }
    return { ...search, search: cleanSearchText(search.search) }
  }
  const isStale = () => !isBegun || keyOf(current()) !== keyOf($query.get().search)

  function ask(search = $query.get().search) {
    isBegun = true
    $query.set({ search, page, sort: $sort.get() })
  }
  /** Searches for the filters as they are now, if they have changed. */
  function commit(search = current(), input?: Input) {
    typing.cancel()
    const isNew = keyOf(search) !== keyOf($query.get().search)
    if (isNew) {
      page = 1
      history.push({ search, view: { ...viewNow(), page } }, input)
    }
    $typed.set({})
    if (isNew) ask(search)
  }
  /** Answers the search of the address. */
  function readAddress(): CollectionSearch {
    const { search, view, nonsense } = history.read()
    $typed.set({})
    $layout.set(view.layout)
    $sort.set(view.sort)
    $unreadable.set(nonsense)
    page = view.page
    return search
  }
  return {
    $query,
    $typed,
    $layout,
    $sort,
    $unreadable,
    viewNow,
    current,
    change: (part: Partial<CollectionSearch>) => commit({ ...current(), ...part }),
    /** The same for an input that is still changing; `now` when it is final. */
    changeDebounced(input: Input, part: Partial<Pick<CollectionSearch, Input>>, now = false) {
      $typed.set({ ...$typed.get(), ...part })
      if (!now) return typing.after(WAIT, () => commit(current(), input))
      commit(current(), input)
      history.endBurst()
    },
    setLayout(layout: Layout) {
      if (layout === $layout.get() || !LAYOUTS.includes(layout)) return
      $layout.set(layout)
      history.replace(addressState())
    },
    /** Sorts the current results anew, from page 1. */
    setSort(sort: Sort | null) {
      $sort.set(sort)
      if (isStale()) return commit()
      page = 1
      history.push(addressState())
      ask()
    },
    /** `pages` is how many there are. The current page is loaded again only with `force`. */
    goToPage(to: number, pages: number, force: boolean) {
      // Typing changed the filters: the page of the old list makes no sense any more.
      if (isStale()) return commit()
      const next = Math.min(Math.max(1, to), pages)
      if (!Number.isInteger(next) || (next === page && !force)) return
      page = next
      history.push(addressState())
      ask()
    },
    /** The list has fewer pages than the address says. */
    correctPage(shown: number) {
      if (shown === page) return
      page = shown
      history.replace(addressState())
    },
    onPopState() {
      history.endBurst()
      typing.cancel()
      const [pageBefore, sortBefore] = [page, $sort.get()]
      const search = readAddress()
      const isSame = keyOf(search) === keyOf($query.get().search)
      if (!isSame || page !== pageBefore || $sort.get() !== sortBefore) ask(search)
    },
    /** Searches for what the address says at first, and later again, including text that is still debounced. */
    reload() {
      if (!isBegun) ask(readAddress())
      else if (isStale()) commit()
      else ask()
    },
    isStale,
    stop() {
      typing.cancel()
      history.endBurst()
    },
  }
}
