/**
 * The one file a society edits: its name, links, map centre, overlays, base maps, default watermark.
 * Everything here is public; nothing here is secret.
 */
export const society = {
  /** Shown in the header, in page titles and as the default watermark. */
  name: 'Brannock Bay Historical Society',
  /** Name of the archive, for the home page and search engines. */
  siteName: 'Brannock Bay Archive',
  tagline: 'A town’s history, mapped lot by lot.',
  town: 'Brannock Bay, Ontario',
  email: 'archive@brannockbay.example',
  language: 'en-CA',
  /** The id of the society's own organization: its members have extra rights (spec §6). */
  organizationId: 1,
  links: {
    mainWebsite: 'https://www.brannockbay.example/',
    donate: 'https://www.brannockbay.example/donate/',
    tutorial: 'https://www.youtube.com/watch?v=brannockbay1',
  },
  watermark: { text: 'Brannock Bay Historical Society', color: 'black', position: 'bottom right' },
  /** The map page. `id` names a layer in shared links, so do not change it later. */
  map: {
    /** Initial view: Web Mercator metres (EPSG:3857) and zoom level. */
    centre: [-9094456.127456, 5397978.160185],
    zoom: 15,
    /**
     * Old maps, the first on top. `layer` is the N of `npm run archive -- overlay add FILE --layer N`. A map with `inLegend: false` is not offered to
     * visitors.
     */
    overlays: [
      { id: 'town-1835', layer: 4, title: 'Town and estate plan', year: 1835, inLegend: true },
      { id: 'surroundings-1835', layer: 5, title: 'Plan of the surroundings', year: 1835, inLegend: true },
      { id: 'town-1856', layer: 6, title: 'Town plan', year: 1856, inLegend: true },
      { id: 'town-1879', layer: 7, title: 'Town map', year: 1879, inLegend: true },
      { id: 'cemetery-1969', layer: 8, title: 'Cemetery plan', year: 1969, inLegend: true },
      { id: 'county-1862', layer: 9, title: 'County map', year: 1862, inLegend: false },
    ],
    /**
     * Base maps; the first is the default. Each is made of layers of this archive (`layers`, the first on top: the town in detail over its countryside), of
     * another server's tiles (`tiles`, an address with {z}, {x} and {y}), or of its WMS (`wms`, with `wmsLayers` as that service names them).
     */
    baseMaps: [
      {
        id: 'aerial-2015',
        title: 'County aerial imagery',
        year: 2015,
        layers: [2015, 20150],
        credit: { text: 'Drawn for the demo town', href: '' },
      },
      {
        id: 'aerial-2010',
        title: 'County aerial imagery',
        year: 2010,
        layers: [2010, 20100],
        credit: { text: 'Drawn for the demo town', href: '' },
      },
      {
        id: 'aerial-2006',
        title: 'County aerial imagery',
        year: 2006,
        layers: [2006, 20060],
        credit: { text: 'Drawn for the demo town', href: '' },
      },
      {
        id: 'osm',
        title: 'OpenStreetMap',
        year: null,
        tiles: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
        deepest: 19,
        credit: { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' },
      },
    ],
  },
  /**
   * Hosts whose video players may be embedded, once a visitor has agreed; recordings on other sites are only links. Use the host names of the players'
   * addresses.
   */
  embeds: ['www.youtube-nocookie.com', 'www.youtube.com', 'player.vimeo.com'],
  /** Licence of the archive as a whole. */
  licence: { name: 'Creative Commons Attribution 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
} as const

export type Society = typeof society
