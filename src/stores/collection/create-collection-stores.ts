import { atom } from 'nanostores'
import { SESSION_KEYS } from '#client/session-keys.ts'
import type { ItemType, PeopleRole } from '#contract/item.ts'
import { SEARCH_MINIMUM, TIME } from '#contract/limits.ts'
import { collectionHref, EARLIER, EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { clampYears, isEarlier, wholeYears, type Years } from '../shared/years.ts'
import type { Filters, Results, TagKind, TagMode } from './collection-stores.ts'
import { createCollections } from './collections.ts'
import { createCounts } from './counts.ts'
import { filterQuery, filtersOf, searchOf } from './filters.ts'
import { createHistory } from './history.ts'
import type { CollectionDeps } from './deps.ts'
import { createApiStatus } from './api-status.ts'
import { createRefusals } from './refusals.ts'
import { createResults, type SearchQuery } from './results.ts'
import { createSearch } from './search.ts'
import { createSuggestions } from './suggestions.ts'
import { createTagNames } from './tag-names.ts'
import { createTagRows } from './tag-rows.ts'

/**
 * The collection page's stores and actions. The initial state is the static page with all items, so server rendering and hydration match; `start` reads
 * the address and loads what it says.
 */
export function createCollectionStores(deps: CollectionDeps) {
  const { client, snapshot, storage, schedule, thisYear } = deps
  const apiStatus = createApiStatus(schedule)
  const shared = { ...deps, apiStatus, rows: createTagRows(client) }

  const names = createTagNames({ ...shared, onNames: () => search.applyNames() })
  const collections = createCollections({
    ...shared,
    onName(id, name) {
      names.set('collection', id, name)
      search.applyNames()
    },
  })
  const suggestions = createSuggestions(shared)
  const refusals = createRefusals()
  const request = (filters: Filters, signal: AbortSignal) => ({ query: filterQuery(filters, thisYear), signal })
  const facets = createCounts({
    schedule,
    published: (...search) => client.call('itemFacets', request(...search)),
    built: snapshot.facets,
    onMissing() {
      isPlain = true
      widen()
    },
  })
  const places = createCounts({
    schedule,
    published: (...search) => client.call('itemPlaces', request(...search)),
    built: snapshot.places,
    standIn: true,
  })
  const search = createSearch({ ...deps, history: createHistory(deps), nameOf: names.nameOf, onQuery })
  const { $filters, $layout } = search
  const results = createResults({ ...shared, queryOf, onResults })

  /** A server of the contract alone has no facets, and its filter by a collection leaves out what lies below: it gets the ids of all. */
  let isPlain = false
  function queryOf(filters: Filters) {
    const query = filterQuery(filters, thisYear)
    const { collection } = filters
    if (!isPlain || !collection) return query
    return { ...query, collection: undefined, collections: collections.withBelow(collection.id) }
  }
  function widen() {
    const { collection } = $filters.get()
    if (isPlain && collection && collections.withBelow(collection.id).length > 1) search.reload()
  }
  const $loggedIn = atom(false)

  /** Requests the list first; the counts follow once it has arrived. */
  function onQuery(query: SearchQuery, isNew: boolean) {
    if (isNew) {
      facets.drop()
      places.drop()
    }
    void results.load(query)
    names.loadMissing(query.filters)
    collections.choose(query.filters.collection?.id ?? null)
  }
  let last: { query: SearchQuery; results: Results } | undefined
  function onResults(query: SearchQuery, now: Results) {
    last = { query, results: now }
    search.correctPage(now.page)
    count()
  }
  function count() {
    if (last?.results.state !== 'ready') return
    const { filters } = last.query
    const counted = [filters, search.keyOf(filters), last.results.source] as const
    void facets.show(...counted)
    // Like facets: without its own filter, so that other places can be chosen.
    if ($layout.get() === 'map') {
      const anywhere = { ...filters, place: null }
      void places.show(anywhere, search.keyOf(anywhere), last.results.source)
    }
  }
  // The API is back: load what the last build did not know.
  apiStatus.$away.listen((away) => {
    if (away) return
    names.forgetUnknown()
    names.loadMissing($filters.get())
    collections.reload()
  })
  function online() {
    apiStatus.retryNow()
    const { state, source } = results.$results.get()
    if (state === 'failed' || source === 'snapshot') search.reload()
  }
  let unbind: (() => void)[] = []
  let begun = false

  return {
    $filters,
    $layout,
    $sort: search.$sort,
    /** True when a part of the address could not be read and was ignored. */
    $unreadable: search.$unreadable,
    $results: results.$results,
    /** Null until loaded, and where the API has none. */
    $facets: facets.$counts,
    /** Loaded only while the layout is the map. */
    $places: places.$counts,
    placesAreBuilt: places.isBuilt,
    $info: collections.$info,
    $collections: collections.$collections,
    $suggestions: suggestions.$suggestions,
    $refused: refusals.$refused,
    $away: apiStatus.$away,
    $loggedIn,

    /** Called on every key, debounced. `now`: at once (Enter). */
    search: (text: string, now = false) =>
      search.changeDebounced('search', { search: text.slice(0, SEARCH_MINIMUM.maximum) }, now),
    /** Called on every move of the slider, debounced. `now`: at once (typed years). */
    setYears(years: Years, now = false) {
      const clamped = clampYears(years, thisYear)
      if (clamped) search.changeDebounced('years', { years: clamped }, now)
    },
    /** Sets the years of a decade, or the full range when they are set already. Ignores decades outside the slider. */
    toggleDecade(decade: number) {
      if (!(decade + 9 >= TIME.firstYear && decade <= thisYear)) return
      const wanted = clampYears({ start: decade, end: decade + 9 }, thisYear)!
      const { start, end } = $filters.get().years
      const isSet = start === wanted.start && end === wanted.end
      search.change({ years: isSet ? wholeYears(thisYear) : wanted })
    },
    /** False when the tag is already chosen; `$refused` has the sentence. */
    addTag(kind: TagKind, { id, name }: Named): boolean {
      const tags = $filters.get()[kind]
      if (refusals.refuses(kind, tags, id)) return false
      names.set(kind, id, name)
      suggestions.suggest(kind, '')
      search.change({ [kind]: [...tags, { id, name }] })
      return true
    },
    removeTag(kind: TagKind, id: number) {
      refusals.changed(kind)
      search.change({ [kind]: $filters.get()[kind].filter((tag) => tag.id !== id) })
    },
    /** Sets the years before the slider begins, or the full range when they are set already. */
    toggleEarlier: () => search.change({ years: isEarlier($filters.get().years) ? wholeYears(thisYear) : EARLIER }),
    setLayout: search.setLayout,
    setSort: search.setSort,
    setPeopleAs: (peopleAs: PeopleRole | null) => search.change({ peopleAs }),
    setMode: (kind: 'people' | 'subjects', mode: TagMode) => search.change({ [`${kind}Mode`]: mode }),
    setType: (type: ItemType | null) => search.change({ type }),
    setCollection(collection: Named | null) {
      if (collection) names.set('collection', collection.id, collection.name)
      search.change({ collection })
    },
    setPlace(place: Named | null) {
      if (place) names.set('place', place.id, place.name)
      search.change({ place })
    },
    /** Called on every key in a tag input. */
    suggest(kind: TagKind, text: string) {
      refusals.changed(kind)
      suggestions.suggest(kind, text)
    },
    goToPage(page: number) {
      const { pages, state } = results.$results.get()
      search.goToPage(page, pages, state === 'failed')
    },
    /** Clears all filters. */
    reset() {
      refusals.clear()
      search.change(filtersOf(EMPTY_SEARCH, thisYear, names.nameOf))
    },
    /** Loads the current page again, asking the API even if it just failed. */
    retry() {
      apiStatus.retryNow()
      search.reload()
    },
    dismissNotice: () => search.$unreadable.set(false),
    /** The address of a search, for links that open in another tab. */
    hrefOf: (change: Partial<Filters>) =>
      collectionHref(searchOf({ ...$filters.get(), ...change }, thisYear), search.viewNow()),
    /** Loads what the address says, and checks for an access token. Safe to call again, also after `stop`. */
    start() {
      $loggedIn.set(isLoggedIn(storage))
      if (unbind.length > 0) return
      if (!begun) search.readAddress()
      begun = true
      unbind = [
        deps.address.onPopState(() => {
          refusals.clear()
          search.onPopState()
        }),
        deps.whenOnline(online),
        deps.onSessionChange(() => $loggedIn.set(isLoggedIn(storage))),
        $layout.listen(count),
        collections.$collections.listen(widen),
      ]
      if (search.isStale() || results.$results.get().state === 'loading') search.reload()
      else count()
      if (collections.$collections.get().length === 0) collections.load()
    },
    /** Cancels all requests: the visitor leaves. */
    stop() {
      for (const off of unbind) off()
      unbind = []
      facets.drop()
      places.drop()
      for (const each of [search, results, names, collections, suggestions, apiStatus]) each.stop()
    },
  }
}

interface Named {
  id: number
  name: string
}

/** True when an access token is stored. Whether it is still valid shows when it is used. */
function isLoggedIn(storage: CollectionDeps['storage']): boolean {
  try {
    return Boolean(storage?.getItem(SESSION_KEYS.access))
  } catch {
    return false
  }
}
