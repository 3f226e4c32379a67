import { MAP, TIME } from '#contract/limits.ts'
import { TILE_ZOOM } from '#contract/overlay.ts'
import { fromMercator, toMercator } from '#rules/small-maps.ts'
import { isEveryYear, wholeYears, type Years } from '../shared/years.ts'
import { heldOpacity } from './layers.ts'
import type { LayerState, View } from './map-stores.ts'
import type { MapSociety } from './parts.ts'

/** What an address says of the map. Only overlays that are seen are in it. */
export interface AddressedView {
  view: View
  base: string
  /** Opacity by overlay. */
  maps: ReadonlyMap<string, number>
  zone: number | null
  years: Years
}
/** How much of society.ts an address depends on. */
export type AddressOf = MapSociety & { thisYear: number }

const KEYS = ['at', 'base', 'maps', 'zone', 'years'] as const

/** True for an address that says anything of the map, sense or nonsense. */
export const hasView = (params: URLSearchParams): boolean => KEYS.some((key) => params.has(key))
/** True where it says where to look. */
export const hasPlace = (params: URLSearchParams): boolean => readPlace(params) !== undefined

/** Reads `?at=43.56412,-81.69578,15z&base=osm&maps=town-1856:0.6,town-1879&zone=12&years=1850-1900`; whatever is nonsense is as at the start. */
export function readView(params: URLSearchParams, society: AddressOf): AddressedView {
  const zone = params.get('zone') ?? ''
  const base = params.get('base')
  return {
    view: readPlace(params) ?? startView(society),
    base: society.baseMaps.some(({ id }) => id === base) ? base! : (society.baseMaps[0]?.id ?? ''),
    maps: readMaps(params.get('maps') ?? '', society),
    zone: /^[1-9]\d{0,14}$/.test(zone) ? Number(zone) : null,
    years: readYears(params.get('years') ?? '', society.thisYear),
  }
}

export const startView = ({ centre, zoom }: MapSociety): View => ({ centre, zoom })

const DEGREES = 5
const ZOOM_PARTS = 2
const PLACE = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?),(\d{1,2}(?:\.\d{1,9})?)z$/

/** Latitude, longitude, zoom: as people and other maps write them. */
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
    const given = /^(?:0|1|0?\.\d{1,9}|[01]\.\d{1,9})$/.test(opacity ?? '') ? Number(opacity) : 1
    maps.set(id, given <= 1 ? heldOpacity(given)! : 1)
  }
  return maps
}

function readYears(text: string, thisYear: number): Years {
  const [start, end] = /^\d{4}-\d{4}$/.test(text) ? (text.split('-').map(Number) as [number, number]) : [NaN, NaN]
  return start >= TIME.firstYear && end <= thisYear && start <= end ? { start, end } : wholeYears(thisYear)
}

/** No zeros that say nothing, and never `1e-7`. */
const short = (value: number, digits: number) =>
  value
    .toFixed(digits)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')

function placeText({ centre, zoom }: View): string {
  const [longitude, latitude] = fromMercator(centre)
  return `${short(latitude, DEGREES)},${short(longitude, DEGREES)},${short(zoom, ZOOM_PARTS)}z`
}

/**
 * The view as a query: what is as at the start is left out, commas and colons stand as they are. What other parameters an address has stays
 * in front, as it was.
 */
export function viewQuery(now: AddressedView, society: AddressOf, others = new URLSearchParams()): string {
  const kept = new URLSearchParams(others)
  for (const key of KEYS) kept.delete(key)
  const { view, base, maps, zone, years } = now
  const place = placeText(view)
  const id = encodeURIComponent
  const shown = [...maps].map(([each, opacity]) => (opacity === 1 ? id(each) : `${id(each)}:${short(opacity, 2)}`))
  const parts: [(typeof KEYS)[number], string | false][] = [
    ['at', place !== placeText(startView(society)) && place],
    ['base', base !== society.baseMaps[0]?.id && id(base)],
    ['maps', shown.join(',')],
    ['zone', zone !== null && String(zone)],
    ['years', !isEveryYear(years, society.thisYear) && `${years.start}-${years.end}`],
  ]
  const said = parts.flatMap(([key, text]) => (text ? [`${key}=${text}`] : []))
  return [kept.toString(), ...said].filter((part) => part !== '').join('&')
}

/** Overlays that are seen, with their opacity. */
export const seenMaps = (overlays: Readonly<Record<string, LayerState>>): Map<string, number> =>
  new Map(Object.entries(overlays).flatMap(([id, { visible, opacity }]) => (visible ? [[id, opacity]] : [])))
