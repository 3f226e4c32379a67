import * as v from 'valibot'
import { contextProject } from '../context-project.ts'
import * as maps from '../overlay.ts'
import { mapLayers } from '../map-layers.ts'
import { oaiArguments } from '../oai.ts'
import { oldAddress } from '../old-url.ts'
import { textQuery } from '../query.ts'
import { pictureVersion } from '../scan.ts'
import { searchAnswer, searchQuery } from '../search.ts'
import { goneItem, health } from '../status.ts'
import { added, authenticate, get, type Endpoint } from './declare.ts'

/** The layers of the map. For the build, and for pages that draw a map besides the map page, which has them from the build. */
export const mapCalls = { mapLayers: added('/api/map-layers/', mapLayers) } satisfies Record<string, Endpoint>
/** For the build: the projects that records name, addresses on earlier websites, and items that were public, with the day and time of their end (ISO 8601). */
export const buildCalls = {
  contexts: added('/api/local-contexts/', v.array(contextProject)),
  oldAddresses: added('/api/old-addresses/', v.array(oldAddress)),
  goneItems: added('/api/gone-items/', v.array(goneItem)),
} satisfies Record<string, Endpoint>

const SEARCHED = { query: v.object({ q: textQuery }) }
/** Calls that no client of ours makes: those of viewers, map libraries, monitors, and the search box, which is on every page (islands/search/api-engine.ts). */
export const serviceCalls = {
  ...mapCalls,
  ...buildCalls,
  search: added('/api/search/', searchAnswer, { costly: true, query: searchQuery }),
  scanInformation: added('/api/scan/iiif/:id/:version/info.json', 'information', {
    params: v.object({ version: pictureVersion }),
  }),
  scanTile: added('/api/scan/iiif/:id/:version/:region/:size/0/default.jpg', 'jpeg', {
    params: v.object({ version: pictureVersion, region: v.string(), size: v.string() }),
  }),
  /** IIIF Content Search 2 and 1 in an item. */
  contentSearch: added('/api/item/:id/search/', v.record(v.string(), v.unknown()), SEARCHED),
  contentSearch1: added('/api/item/:id/search/1/', v.record(v.string(), v.unknown()), SEARCHED),
  autocomplete: added('/api/item/:id/search/words/', v.record(v.string(), v.unknown()), SEARCHED),
  tile: get('/raster/algebra/:z/:x/:y.png', 'tile', {
    params: maps.tileParams,
    query: maps.tileQuery,
  }),
  /** Pictures and tiles by the addresses that pages name (rules/media/site-media.ts): of what is published. */
  mediaFile: added('/media/:kind/:folder/:name', 'image', {
    params: v.object({ kind: v.string(), folder: v.string(), name: v.string() }),
    query: v.object({ v: textQuery }),
  }),
  mediaTile: added('/media/tiles/:layer/:z/:x/:name', 'tile', {
    params: maps.tileFileParams,
    query: v.object({ v: textQuery }),
  }),
  /** OAI-PMH 2.0, for catalogues. Its answers say themselves what is wrong with a request. */
  oai: added('/oai', 'xml', { costly: true, query: oaiArguments }),
  oaiForm: authenticate('/oai', 'xml', { addition: true, form: true, costly: true, body: oaiArguments }),
  health: added('/api/health/', health, { live: true }),
  openapi: added('/api/openapi.json', v.record(v.string(), v.unknown())),
} satisfies Record<string, Endpoint>
