/**
 * Defaults of what a society sets on its settings page: a new archive has no name yet. What is set there comes before what is written here.
 * Everything here is public; nothing here is secret.
 */
export const society = {
  /** Also the default watermark. */
  name: 'Local History Society',
  /** Name of the archive: in the header, in page titles and for search engines. */
  siteName: 'Local History Archive',
  tagline: 'A town’s history, mapped lot by lot.',
  /** Also within sentences: “Map of our town”. */
  town: 'our town',
  email: 'archive@example.org',
  /** Of titles and descriptions; the pages' own words are English. */
  language: 'en-CA',
  /** Of the days that pages name, such as America/Toronto. Empty: that of the machine. */
  timeZone: '',
  /** The id of the society's own organization: its members have extra rights (spec §6). */
  organizationId: 1,
  /** Empty: not shown. */
  links: { mainWebsite: '', donate: '', tutorial: '' },
  /** Without a text: the name of the society, once it is set. */
  watermark: { text: '', color: 'black', position: 'bottom right' },
  /** The map page. `id` names a layer in shared links, so do not change it later. */
  map: {
    /** Initial view: Web Mercator metres (EPSG:3857) and zoom level. */
    centre: [-9094456.127456, 5397978.160185],
    zoom: 15,
    /**
     * Defaults of the map's layers. Cataloguers add old maps and aerial pictures in the browser (Review, Old maps) or with `npm run archive -- overlay`: their
     * titles, order and legend are in the archive, and come before what is listed here. `layer` is the number of such a map.
     */
    overlays: [] as readonly { id: string; layer: number; title: string; year: number | null; inLegend: boolean }[],
    /**
     * Base maps; the first is the default, or imagery of 2015 where there is some. Each is made of layers of this archive (`layers`, the first on top: the
     * town in detail over its countryside), of another server's tiles (`tiles`, an address with {z}, {x} and {y}), or of its WMS (`wms`, with `wmsLayers` as
     * that service names them). Those of other servers are a setting: what an administrator saves replaces them.
     */
    baseMaps: [
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
  /** What the two choices of copyright in the wizard mean, where it is not what rules/citations/rights.ts says: URIs of contract/rights.ts. */
  copyright: {},
  /** Licence of what the society writes: pages, titles, descriptions. Items have rights of their own. */
  licence: { name: 'Creative Commons Attribution 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
} as const

export type Society = typeof society
