import { MAP, TIME } from '#contract/limits.ts'
import { TILE_ZOOM } from '#contract/overlay.ts'
import { fromMercator, toMercator } from '#rules/map/geometry.ts'
import { isEveryYear, wholeYears, type Years } from '../shared/years.ts'
import type { Comparison } from './comparison.ts'
import type { Highlight } from './highlights.ts'
import { clampOpacity } from './layers.ts'
import type { LayerState, View } from './map-stores.ts'
import type { MapSociety } from './deps.ts'
import type { Popups } from './popups.ts'
import type { Sides } from './year-map.ts'

/** The view in an address. Only visible overlays are listed. */
export interface AddressedView {
  view: View
  base: string
  /** Opacity by overlay. */
  maps: ReadonlyMap<string, number>
  zone: number | null
  years: Years
  highlight: Highlight | null
  comparison: Comparison | null
  sides: Sides | null
  popups: Popups
}
/** What the defaults of an address come from. */
export type ViewDefaults = MapSociety & { thisYear: number }

const KEYS = [
  'at',
  'base',
  'maps',
  'zone',
  'year',
  'years',
  'org',
  'places',
  'compare',
  'sides',
  'overview',
  'item',
] as const

/** True when the address has any parameter of the view, readable or not. */
export const hasView = (params: URLSearchParams): boolean => KEYS.some((key) => params.has(key))
/** True when the address has a readable place. */
export const hasPlace = (params: URLSearchParams): boolean => readPlace(params) !== undefined

/**
 * Reads `?at=43.56412,-81.69578,15z&base=osm&maps=town-1856:0.6,town-1879&zone=12&years=1850-1900&org=3`; instead of an organization, `places=3,12`
 * highlights zones; `year=1870` is one year; `compare=town-1856,osm,0.5` shows two layers side by side, `sides=1856,1925` two years; `overview=12` opens a zone's popup and `item=7` an item's over it.
 * Unreadable parts get their defaults.
 */
export function readView(params: URLSearchParams, society: ViewDefaults): AddressedView {
  const base = params.get('base')
  return {
    view: readPlace(params) ?? startView(society),
    base: society.baseMaps.some(({ id }) => id === base) ? base! : (society.baseMaps[0]?.id ?? ''),
    maps: readMaps(params.get('maps') ?? '', society),
    zone: readId(params, 'zone'),
    highlight: readHighlight(params),
    comparison: readComparison(params.get('compare') ?? '', society),
    sides: readSides(params.get('sides') ?? '', society.thisYear),
    years: readYears(params.get('years') ?? `${params.get('year')}-${params.get('year')}`, society.thisYear),
    popups: readPopups(params),
  }
}

export const startView = ({ centre, zoom }: MapSociety): View => ({ centre, zoom })

const DEGREES = 5
const ZOOM_PARTS = 2
const PLACE = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?),(\d{1,2}(?:\.\d{1,9})?)z$/

/** Latitude, longitude, zoom: the order that other maps use. */
function readPlace(params: URLSearchParams): View | undefined {
  const match = PLACE.exec(params.get('at') ?? '')
  if (!match) return undefined
  const [latitude, longitude, zoom] = match.slice(1).map(Number) as [number, number, number]
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180) return undefined
  if (zoom < MAP.minimumZoom || zoom > TILE_ZOOM.deepest) return undefined
  return { centre: toMercator([longitude, latitude]), zoom }
}

function readMaps(text: string, { overlays }: MapSociety): Map<string, number> {
  const maps = new Map<string, number>()
  for (const part of text.split(',')) {
    const [id = '', opacity] = part.split(':')
    if (maps.has(id) || !overlays.some((each) => each.id === id)) continue
    const value = /^(?:0|1|0?\.\d{1,9}|[01]\.\d{1,9})$/.test(opacity ?? '') ? Number(opacity) : 1
    maps.set(id, value <= 1 ? clampOpacity(value)! : 1)
  }
  return maps
}

/** More places than this are not highlighted at once. */
const MOST_PLACES = 200
const readIds = (text: string): number[] =>
  /^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/.test(text) ? text.split(',').slice(0, MOST_PLACES).map(Number) : []

const readId = (params: URLSearchParams, key: (typeof KEYS)[number]) => readIds(params.get(key) ?? '')[0] ?? null

/** The popups that an address names. */
export const readPopups = (params: URLSearchParams): Popups => ({
  zone: readId(params, 'overview'),
  item: readId(params, 'item'),
})

function readHighlight(params: URLSearchParams): Highlight | null {
  const organization = readId(params, 'org')
  if (organization) return { organization }
  const places = readIds(params.get('places') ?? '')
  return places.length > 0 ? { places } : null
}

function readComparison(text: string, { overlays, baseMaps }: MapSociety): Comparison | null {
  const [left = '', right = '', at = '0.5'] = text.split(',')
  const isLayer = (id: string) => [...overlays, ...baseMaps].some((each) => each.id === id)
  return isLayer(left) && isLayer(right) && /^(?:0(?:\.\d{1,9})?|1)$/.test(at) ? { left, right, at: Number(at) } : null
}

function readSides(text: string, thisYear: number): Sides | null {
  const [left, right] = /^\d{4},\d{4}$/.test(text) ? (text.split(',').map(Number) as [number, number]) : [NaN, NaN]
  const isKnown = (year: number) => year >= TIME.firstYear && year <= thisYear
  return isKnown(left) && isKnown(right) ? { left, right } : null
}

function readYears(text: string, thisYear: number): Years {
  const [start, end] = /^\d{4}-\d{4}$/.test(text) ? (text.split('-').map(Number) as [number, number]) : [NaN, NaN]
  return start >= TIME.firstYear && end <= thisYear && start <= end ? { start, end } : wholeYears(thisYear)
}

/** Without trailing zeros, and never `1e-7`. */
const short = (value: number, digits: number) =>
  value
    .toFixed(digits)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')

function placeText({ centre, zoom }: View): string {
  const [longitude, latitude] = fromMercator(centre)
  return `${short(latitude, DEGREES)},${short(longitude, DEGREES)},${short(zoom, ZOOM_PARTS)}z`
}

/** The view as a query, without defaults. Commas and colons are not escaped. Other parameters of the address come first, unchanged. */
export function viewQuery(now: AddressedView, society: ViewDefaults, others = new URLSearchParams()): string {
  const rest = new URLSearchParams(others)
  for (const key of KEYS) rest.delete(key)
  const { view, base, maps, zone, years, highlight, comparison, sides, popups } = now
  const { start, end } = years
  const isEvery = isEveryYear(years, society.thisYear)
  const place = placeText(view)
  const id = encodeURIComponent
  const shown = [...maps].map(([each, opacity]) => (opacity === 1 ? id(each) : `${id(each)}:${short(opacity, 2)}`))
  const parts: [(typeof KEYS)[number], string | false][] = [
    ['at', place !== placeText(startView(society)) && place],
    ['base', base !== society.baseMaps[0]?.id && id(base)],
    ['maps', shown.join(',')],
    ['zone', zone !== null && String(zone)],
    ['year', !isEvery && start === end && String(start)],
    ['years', !isEvery && start !== end && `${start}-${end}`],
    ['org', highlight !== null && 'organization' in highlight && String(highlight.organization)],
    ['places', highlight !== null && 'places' in highlight && highlight.places.join(',')],
    ['compare', comparison !== null && [id(comparison.left), id(comparison.right), short(comparison.at, 2)].join(',')],
    ['sides', sides !== null && `${sides.left},${sides.right}`],
    ['overview', popups.zone !== null && String(popups.zone)],
    ['item', popups.item !== null && String(popups.item)],
  ]
  const said = parts.flatMap(([key, text]) => (text ? [`${key}=${text}`] : []))
  return [rest.toString(), ...said].filter((part) => part !== '').join('&')
}

export const visibleMaps = (overlays: Readonly<Record<string, LayerState>>): Map<string, number> =>
  new Map(Object.entries(overlays).flatMap(([id, { visible, opacity }]) => (visible ? [[id, opacity]] : [])))

/** The address of the whole view, for "Copy link". Other parameters of `page`, the current address, are left out. */
export function shareAddress(stores: { shareQuery(): string }, page: string): string {
  const address = new URL(page)
  address.hash = ''
  const query = stores.shareQuery()
  // Not through `URL.search`, which would escape the commas and colons.
  return `${address.origin}${address.pathname}${query && `?${query}`}`
}
