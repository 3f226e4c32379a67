import { atom } from 'nanostores'
import type { Sort } from '#contract/item.ts'
import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { createDebounce } from '../shared/debounce.ts'
import { LAYOUTS, type Filters, type Layout } from './collection-stores.ts'
import type { CollectionDeps } from './deps.ts'
import { filtersOf, searchOf, tagsOf, type NameOf } from './filters.ts'
import type { createHistory } from './history.ts'
import type { SearchQuery } from './results.ts'

/** Milliseconds after the last key, or the slider's last move, before the search runs. */
const WAIT = 250

/** Inputs whose quick changes are debounced and share one history entry. */
type Input = 'search' | 'years'

type Deps = Pick<CollectionDeps, 'schedule' | 'thisYear'> & {
  history: ReturnType<typeof createHistory>
  nameOf: NameOf
  /** Called for another page or other filters; `isNew` for other filters. */
  onQuery(query: SearchQuery, isNew: boolean): void
}

/** The current search and its address. Every filter change goes to page 1 (spec §4). */
export function createSearch({ schedule, thisYear, history, nameOf, onQuery }: Deps) {
  const $filters = atom<Filters>(filtersOf(EMPTY_SEARCH, thisYear, nameOf))
  const $layout = atom<Layout>(LAYOUTS[0])
  const $sort = atom<Sort | null>(null)
  const $unreadable = atom(false)
  const typing = createDebounce(schedule)
  let page = 1
  /** The filters that were searched last. The address is theirs: what is being typed may be cleared again. */
  let searched: Filters | undefined

  function readAddress() {
    const { search, view, nonsense } = history.read()
    $filters.set(filtersOf(search, thisYear, nameOf))
    $layout.set(view.layout)
    $sort.set(view.sort)
    $unreadable.set(nonsense)
    page = view.page
  }
  const viewNow = () => ({ layout: $layout.get(), sort: $sort.get() })
  const addressState = () => ({ search: searchOf(searched ?? $filters.get(), thisYear), view: { ...viewNow(), page } })
  const keyOf = (filters: Filters) => JSON.stringify(searchOf(filters, thisYear))
  const isStale = () => searched === undefined || keyOf($filters.get()) !== keyOf(searched)

  function ask(isNew = isStale()) {
    searched = $filters.get()
    onQuery({ filters: searched, page, sort: $sort.get() }, isNew)
  }
  /** Searches for the filters as they are now. */
  function commit(input?: Input) {
    typing.cancel()
    if (!isStale()) return
    page = 1
    searched = $filters.get()
    history.push(addressState(), input)
    ask(true)
  }
  return {
    $filters,
    $layout,
    $sort,
    viewNow,
    $unreadable,
    /** Cache key of counts, names and results. */
    keyOf,
    readAddress,
    change(part: Partial<Filters>) {
      $filters.set({ ...$filters.get(), ...part })
      commit()
    },
    /** The same for an input that is still changing; `now` when it is final. */
    changeDebounced(input: Input, part: Partial<Filters>, now = false) {
      $filters.set({ ...$filters.get(), ...part })
      if (!now) return typing.after(WAIT, () => commit(input))
      commit(input)
      history.endBurst()
    },
    /** Applies names that were loaded since. */
    applyNames() {
      const now = $filters.get()
      if (tagsOf(now).every(([kind, { id, name }]) => nameOf(kind, id) === name)) return
      $filters.set({ ...filtersOf(searchOf(now, thisYear), thisYear, nameOf), search: now.search })
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
      readAddress()
      if (isStale() || page !== pageBefore || $sort.get() !== sortBefore) ask()
    },
    /** Repeats the search, including text that is still debounced. */
    reload() {
      if (searched !== undefined && isStale()) commit()
      else ask()
    },
    isStale,
    stop() {
      typing.cancel()
      history.endBurst()
    },
  }
}
