import { atom, computed, map } from 'nanostores'
import { SESSION_KEYS } from '#client/session-keys.ts'
import type { ItemType, PeopleRole } from '#contract/item.ts'
import { SEARCH_MINIMUM, TIME } from '#contract/limits.ts'
import { collectionHref, EARLIER, EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import { withSlowFallback } from '../shared/debounce.ts'
import { createSuggestions, MOST_SUGGESTIONS, type SuggestedTag } from '../shared/suggestions.ts'
import { clampYears, isEarlier, isEveryYear, type Years } from '../shared/years.ts'
import { createApiSource } from './api-source.ts'
import type { Filters, TagKind, TagMode } from './collection-stores.ts'
import { createCollections } from './collections.ts'
import { createCounts } from './counts.ts'
import type { CollectionDeps } from './deps.ts'
import type { ItemSource } from './item-source.ts'
import { createNames, nameIn } from './names.ts'
import { filtersOf, searchOf } from './queries.ts'
import { createQuery, keyOf } from './query.ts'
import { createResults } from './results.ts'
import { createSources } from './sources.ts'
import { TAG } from '#contract/messages.ts'

/**
 * The collection page's stores and actions. The actions change `$query`; results, counts, names and the chosen collection follow it. The initial state is the
 * static page with all items, so server rendering and hydration match; `start` reads the address and loads what it says.
 */
export function createCollectionStores(deps: CollectionDeps) {
  const { storage, schedule, thisYear } = deps
  const api = createApiSource(deps)
  const sources = createSources({ api, built: deps.built, schedule })
  const query = createQuery(deps)
  const { $query, $layout } = query
  const names = createNames(sources)
  /** With their names, and what is being typed. */
  const $filters = computed([$query, query.$typed, names.$names], ({ search }, typed, known) =>
    filtersOf({ ...search, ...typed }, thisYear, nameIn(known)),
  )
  const collections = createCollections({ sources, names })
  const results = createResults({ ...deps, sources })
  const { $results } = results
  const facets = createCounts({ sources, read: (source, search, signal) => source.facets(search, signal) })
  const places = createCounts({
    sources,
    // Like facets: without its own filter, so that other places can be chosen.
    read: (source, search, signal) => source.places({ ...search, place: null }, signal),
    standIn: true,
  })
  /** Tags already chosen stay in the list, so that choosing one again shows the refusal. */
  const suggestions = createSuggestions<TagKind, SuggestedTag>({
    schedule,
    minimum: () => SEARCH_MINIMUM.tags,
    find(kind, text, signal, show) {
      const read = (source: ItemSource) => source.suggest(kind, text, MOST_SUGGESTIONS, signal)
      return withSlowFallback(schedule, sources.ask(signal, read), async () => read(await sources.built()), show)
    },
  })
  const refusals = createRefusals()
  const $loggedIn = atom(false)

  $query.listen((now, before) => {
    if (keyOf(now.search) !== keyOf(before!.search)) for (const counts of [facets, places]) counts.drop()
    void results.load(now)
    names.loadMissing(now.search)
    collections.choose(now.search.collection)
  })
  /** The list comes first; its counts follow, those of places only while the map is shown. */
  function count() {
    const { state, search, source } = $results.get()
    if (state !== 'ready') return
    void facets.show(search, source)
    if ($layout.get() === 'map') void places.show({ ...search, place: null }, source)
  }
  $results.listen(({ state, page }) => {
    if (state === 'ready') query.correctPage(page)
    count()
  })
  // The API is back: load what the last build did not know.
  sources.$away.listen((away) => {
    if (away) return
    names.forgetUnknown()
    names.loadMissing($query.get().search)
    collections.reload()
  })
  api.$isPlain.listen(() => {
    if ($query.get().search.collection !== null) query.reload()
  })
  function online() {
    sources.retryNow()
    const { state, source } = $results.get()
    if (state === 'failed' || source === 'snapshot') query.reload()
  }
  const yearsOf = (years: Years) => (isEveryYear(years, thisYear) ? null : years)
  let unbind: (() => void)[] = []

  return {
    $filters,
    $layout,
    $sort: query.$sort,
    /** True when a part of the address could not be read and was ignored. */
    $unreadable: query.$unreadable,
    $results,
    /** Null until loaded, and where the API has none. */
    $facets: facets.$counts,
    /** Loaded only while the layout is the map. */
    $places: places.$counts,
    placesAreBuilt: places.isBuilt,
    $info: collections.$info,
    $collections: collections.$collections,
    $suggestions: suggestions.$suggestions,
    $refused: refusals.$refused,
    $away: sources.$away,
    $loggedIn,

    /** Called on every key, debounced. `now`: at once (Enter). */
    search: (text: string, now = false) =>
      query.changeDebounced('search', { search: text.slice(0, SEARCH_MINIMUM.maximum) }, now),
    /** Called on every move of the slider, debounced. `now`: at once (typed years). */
    setYears(years: Years, now = false) {
      const clamped = clampYears(years, thisYear)
      if (clamped) query.changeDebounced('years', { years: yearsOf(clamped) }, now)
    },
    /** Sets the years of a decade, or the full range when they are set already. Ignores decades outside the slider. */
    toggleDecade(decade: number) {
      if (!(decade + 9 >= TIME.firstYear && decade <= thisYear)) return
      const wanted = clampYears({ start: decade, end: decade + 9 }, thisYear)!
      const { start, end } = $filters.get().years
      const isSet = start === wanted.start && end === wanted.end
      query.change({ years: isSet ? null : yearsOf(wanted) })
    },
    /** False when the tag is already chosen; `$refused` has the sentence. */
    addTag(kind: TagKind, { id, name }: Named): boolean {
      const ids = query.current()[kind]
      if (refusals.refuses(kind, ids, id)) return false
      names.set(kind, id, name)
      suggestions.suggest(kind, '')
      query.change({ [kind]: [...ids, id] })
      return true
    },
    removeTag(kind: TagKind, id: number) {
      refusals.changed(kind)
      query.change({ [kind]: query.current()[kind].filter((each) => each !== id) })
    },
    /** Sets the years before the slider begins, or the full range when they are set already. */
    toggleEarlier: () => query.change({ years: isEarlier($filters.get().years) ? null : EARLIER }),
    setLayout: query.setLayout,
    setSort: query.setSort,
    setPeopleAs: (peopleAs: PeopleRole | null) => query.change({ peopleAs }),
    setMode: (kind: 'people' | 'subjects', mode: TagMode) => query.change({ [`${kind}Mode`]: mode }),
    setType: (type: ItemType | null) => query.change({ type }),
    setCollection(collection: Named | null) {
      if (collection) names.set('collection', collection.id, collection.name)
      query.change({ collection: collection?.id ?? null })
    },
    setPlace(place: Named | null) {
      if (place) names.set('place', place.id, place.name)
      query.change({ place: place?.id ?? null })
    },
    /** Called on every key in a tag input. */
    suggest(kind: TagKind, text: string) {
      refusals.changed(kind)
      suggestions.suggest(kind, text)
    },
    goToPage(page: number) {
      const { pages, state } = $results.get()
      query.goToPage(page, pages, state === 'failed')
    },
    /** Clears all filters. */
    reset() {
      refusals.clear()
      query.change(EMPTY_SEARCH)
    },
    /** Loads the current page again, asking the API even if it just failed. */
    retry() {
      sources.retryNow()
      query.reload()
    },
    dismissNotice: () => query.$unreadable.set(false),
    /** The address of a search, for links that open in another tab. */
    hrefOf: (change: Partial<Filters>) =>
      collectionHref(searchOf({ ...$filters.get(), ...change }, thisYear), query.viewNow()),
    /** Loads what the address says, and checks for an access token. Safe to call again, also after `stop`. */
    start() {
      $loggedIn.set(isLoggedIn(storage))
      if (unbind.length > 0) return
      unbind = [
        deps.address.onPopState(() => {
          refusals.clear()
          query.onPopState()
        }),
        deps.whenOnline(online),
        deps.onSessionChange(() => $loggedIn.set(isLoggedIn(storage))),
        $layout.listen(count),
      ]
      if (query.isStale() || $results.get().state === 'loading') query.reload()
      else count()
      if (collections.$collections.get().length === 0) collections.load()
    },
    /** Cancels all requests: the visitor leaves. */
    stop() {
      for (const off of unbind) off()
      unbind = []
      for (const counts of [facets, places]) counts.drop()
      for (const each of [query, results, names, collections, suggestions, sources]) each.stop()
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

/** State and actions of the collection page, without React (spec §2 "Collection page"). */
export type CollectionStores = ReturnType<typeof createCollectionStores>

const REFUSAL: Record<TagKind, string> = {
  people: TAG.person,
  subjects: TAG.subject,
  organizations: TAG.organization,
}

/** Spec §5: a tag that is already chosen is refused. The sentence stays until that input changes. */
function createRefusals() {
  const $refused = map<Record<TagKind, string | null>>({ people: null, subjects: null, organizations: null })
  return {
    $refused,
    /** True when the tag is already chosen; sets the sentence. */
    refuses(kind: TagKind, chosen: readonly number[], id: number): boolean {
      const isThere = chosen.includes(id)
      $refused.setKey(kind, isThere ? REFUSAL[kind] : null)
      return isThere
    },
    changed: (kind: TagKind) => $refused.setKey(kind, null),
    clear: () => $refused.set({ people: null, subjects: null, organizations: null }),
  }
}
