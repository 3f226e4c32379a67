/**
 * Modules of the site's scripts that share a file, in order: a module, with what it imports, is in the first group that names it. A few files compress
 * better than forty and come sooner: over HTTP/1.1 a browser asks for six at a time, and each answer has 2 kB of headers. A group has only what the pages
 * that load it need, or nearly so (tests/budgets/pages.test.ts).
 */
const GROUPS = {
  /** Every page with an island. */
  react: [
    'node_modules/(react|react-dom|scheduler|@nanostores/react)/',
    'src/islands/widgets/(use-store|required-context)',
  ],
  /** Most pages, also those without a client. */
  addresses: ['src/rules/addresses/page-addresses', 'src/contract/limits', 'vite/preload-helper'],
  /** Pages that search in their own data. */
  words: ['src/rules/search/(search-text|rank-tags)', 'src/rules/names/record-names'],
  /** Every page with a client, also those without React. The calls and sentences of people who are logged in stay out. */
  api: [
    'src/client/(client|errors|session-keys)',
    'src/contract/(endpoints/declare|fields|status)',
    'src/stores/shared/(debounce|browser-deps|latest-only|memoize)',
    'src/islands/search/elements',
    'node_modules/nanostores/(atom|map|lifecycle|clean-stores|task)/',
  ],
  /** Pages that list records. */
  records: [
    'src/client/read-client',
    'src/contract/item',
    'src/rules/dates/((partial|plain|display)-dates|time-range)',
    'src/rules/(media/pictures|people/people-of-item)',
    'src/rules/map/(geometry|zone-outlines)',
    'src/stores/shared/(rows|years)',
    'src/views/item-lists',
    'src/society',
    'node_modules/nanostores/computed/',
  ],
  /** Pages of people who log in. */
  account: ['src/islands/account/LoginForm'],
  /** The map without React, for the map page and, when they open a map, for the wizard and staff. */
  map: [
    'src/islands/map/(map-page|start-map)',
    // The part for years is loaded with the first of them.
    'src/islands/map/engine/(?!year-)',
    'src/stores/map/create-map-stores',
    'node_modules/leaflet/',
  ],
  /** What the map and the collection page have in common. */
  widgets: [
    'src/islands/widgets/(ActionLink|Note|Pagination|move-focus|plain-click|use-early-input)',
    'src/components/(Icon|search/SearchForm|record/PrintLink)',
    'src/components/browse/WaysIn',
    'src/islands/map/(stores-context|focus-places)',
    'src/islands/records/clicked-record',
    'src/stores/shared/(resource|suggestions)',
    'node_modules/lucide-static/icons/plus',
  ],
  /** What the two islands of the map have in common. */
  islandsOfMap: ['src/islands/map/(messages|year-stores)'],
}

/** For the bundler's `codeSplitting`. */
export const chunkGroups = Object.entries(GROUPS).map(([name, paths]) => {
  const pattern = new RegExp(`(?:^|[/\0])(?:${paths.join('|')})`)
  return { name, test: (id: string) => pattern.test(id.replaceAll('\\', '/')) }
})
