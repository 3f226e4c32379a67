import { atom } from 'nanostores'
import { SEARCH_MINIMUM, TIME } from '#contract/limits.ts'
import { collectionHref, EVERYTHING } from '#rules/collection-address.ts'
import { heldYears, wholeYears } from '../shared/years.ts'
import type { CollectionStores, Filters, Results, TagKind } from './collection-stores.ts'
import { createCollections } from './collections.ts'
import { createCounts } from './counts.ts'
import { filterQuery, filtersOf, searchOf } from './filters.ts'
import { createHistory } from './history.ts'
import { isLoggedIn } from './logged-in.ts'
import type { CollectionParts } from './parts.ts'
import { asTold, createReach } from './reach.ts'
import { createRefusals } from './refusals.ts'
import { createResults, type Wish } from './results.ts'
import { createSearch } from './search.ts'
import { createSuggestions } from './suggestions.ts'
import { createTagNames } from './tag-names.ts'
import { createTagRows } from './tag-rows.ts'

/** The collection page's stores and actions, begun as the address says. Nothing is asked for before `start`. */
export function createCollectionStores(parts: CollectionParts): CollectionStores {
  const { client, snapshot, storage, later, thisYear } = parts
  const reach = createReach(later)
  const rows = createTagRows(client)
  const around = { ...parts, reach, rows }

  const names = createTagNames({ ...around, learned: () => search.rename() })
  const collections = createCollections({
    ...around,
    named(id, name) {
      names.know('collection', id, name)
      search.rename()
    },
  })
  const suggestions = createSuggestions(around)
  const refusals = createRefusals()
  const asked = (filters: Filters, signal: AbortSignal) => ({ query: filterQuery(filters, thisYear), signal })
  const facets = createCounts({
    published: (...wish) => asTold(later, wish[1], () => client.call('itemFacets', asked(...wish))),
    built: snapshot.facets,
  })
  const places = createCounts({
    published: (...wish) => asTold(later, wish[1], () => client.call('itemPlaces', asked(...wish))),
    built: snapshot.places,
  })
  const history = createHistory(parts)
  const search = createSearch({ ...parts, history, nameOf: names.nameOf, wanted })
  const { $filters, $layout } = search
  const results = createResults({ ...around, shown })
  const $loggedIn = atom(isLoggedIn(storage))

  /** The list is asked for first, and everything that stands beside it after that. */
  function wanted(wish: Wish, isNew: boolean) {
    if (isNew) {
      facets.drop()
      places.drop()
    }
    void results.load(wish)
    names.fill(wish.filters)
    collections.choose(wish.filters.collection?.id ?? null)
  }
  let last: { wish: Wish; results: Results } | undefined
  function shown(wish: Wish, now: Results) {
    last = { wish, results: now }
    search.corrected(now.page)
    count()
  }
  function count() {
    if (last?.results.state !== 'ready') return
    const { filters } = last.wish
    const counted = [filters, search.keyOf(filters), last.results.source] as const
    void facets.show(...counted)
    if ($layout.get() === 'map') void places.show(...counted)
  }
  // The API is there again: what the last build did not know is asked for once more.
  reach.$away.listen((away) => {
    if (away) return
    names.doubt()
    names.fill($filters.get())
    collections.renew()
  })
  function online() {
    reach.askAgain()
    const { state, source } = results.$results.get()
    if (state === 'failed' || source === 'snapshot') search.again()
  }
  let unbind: (() => void)[] = []

  return {
    $filters,
    $layout,
    $nonsense: search.$nonsense,
    $results: results.$results,
    $facets: facets.$counts,
    $places: places.$counts,
    $info: collections.$info,
    $collections: collections.$collections,
    $suggestions: suggestions.$suggestions,
    $refused: refusals.$refused,
    $away: reach.$away,
    $loggedIn,

    search: (text, now) => search.changing('search', { search: text.slice(0, SEARCH_MINIMUM.maximum) }, now),
    setYears(years, now) {
      const held = heldYears(years, thisYear)
      if (held) search.changing('years', { years: held }, now)
    },
    toggleDecade(decade) {
      if (!(decade + 9 >= TIME.firstYear && decade <= thisYear)) return
      const wanted = heldYears({ start: decade, end: decade + 9 }, thisYear)!
      const { start, end } = $filters.get().years
      const isSet = start === wanted.start && end === wanted.end
      search.change({ years: isSet ? wholeYears(thisYear) : wanted })
    },
    addTag(kind, { id, name }) {
      const tags = $filters.get()[kind]
      if (refusals.refuses(kind, tags, id)) return false
      names.know(kind, id, name)
      suggestions.suggest(kind, '')
      search.change({ [kind]: [...tags, { id, name }] })
      return true
    },
    removeTag(kind, id) {
      refusals.changed(kind)
      search.change({ [kind]: $filters.get()[kind].filter((tag) => tag.id !== id) })
    },
    setLayout: search.setLayout,
    setMode: (kind, mode) => search.change({ [`${kind}Mode`]: mode }),
    setType: (type) => search.change({ type }),
    setCollection(collection) {
      if (collection) names.know('collection', collection.id, collection.name)
      search.change({ collection })
    },
    setPlace(place) {
      if (place) names.know('place', place.id, place.name)
      search.change({ place })
    },
    suggest(kind: TagKind, text: string) {
      refusals.changed(kind)
      suggestions.suggest(kind, text)
    },
    turn: (page) => {
      const { pages, state } = results.$results.get()
      search.turn(page, pages, state === 'failed')
    },
    reset() {
      refusals.clear()
      search.change(filtersOf(EVERYTHING, thisYear, names.nameOf))
    },
    again() {
      reach.askAgain()
      search.again()
    },
    dismissNotice: () => search.$nonsense.set(false),
    hrefOf: (change) => collectionHref(searchOf({ ...$filters.get(), ...change }, thisYear), { layout: $layout.get() }),
    start() {
      $loggedIn.set(isLoggedIn(storage))
      if (unbind.length > 0) return
      unbind = [
        parts.address.whenMoved(() => {
          refusals.clear()
          search.moved()
        }),
        parts.whenOnline(online),
        $layout.listen(count),
      ]
      if (search.hasUnasked() || results.$results.get().state === 'loading') search.again()
      else count()
      if (collections.$collections.get().length === 0) collections.load()
    },
    stop() {
      for (const off of unbind) off()
      unbind = []
      facets.drop()
      places.drop()
      for (const each of [search, results, names, collections, suggestions, reach]) each.stop()
    },
  }
}
