import type { ItemPlaces } from '#contract/item-facets.ts'
import { svgPath, viewAround, type Box } from '#rules/map/geometry.ts'
import { ringPoints, type ZoneOutline } from '#rules/map/zone-outlines.ts'

/** Units of the drawing: four to a CSS pixel of the whole map, so that it stays exact when it is enlarged. */
export const MAP_SIZE = { width: 2560, height: 1760 }
/** Minimum width in metres, so that a single lot has context, and the margin as a share of the extent. */
const LEAST = 500
const MARGIN = 0.08
/** Units below which a zone without results is not drawn. */
const DUST = 8

export interface MapPlace {
  id: number
  name: string
  count: number
  /** 1 a few results to 3 the most, relative to the fullest place. */
  level: 1 | 2 | 3
  /** Empty when the outline is unknown. */
  path: string
}
interface ResultsMap {
  /** Most results first, ties by name. */
  places: MapPlace[]
  /** Zones without results in view, as one path. */
  around: string
}

type Drawn = ZoneOutline & { box: Box }
const isDrawn = (zone: ZoneOutline): zone is Drawn => zone.box !== null

const levelOf = (count: number, most: number): MapPlace['level'] =>
  count * 3 <= most && count < 10 ? 1 : count * 3 <= most * 2 ? 2 : 3

/** Zones with results, and a view that fits them. A zone unknown to the last build is listed by number. */
export function drawResultsMap(found: ItemPlaces, zones: readonly ZoneOutline[]): ResultsMap {
  const byPk = new Map(zones.map((zone) => [zone.pk, zone]))
  const most = found.reduce((highest, { count }) => Math.max(highest, count), 1)
  const counted = new Set(found.map(({ location }) => location))
  const drawn = zones.filter(isDrawn)
  const withResults = drawn.filter(({ pk }) => counted.has(pk))
  const view = viewAround(
    extentOf(withResults.length > 0 ? withResults : drawn),
    MAP_SIZE.width / MAP_SIZE.height,
    MARGIN,
    LEAST,
  )
  const unit = (view[2] - view[0]) / MAP_SIZE.width
  const path = (zone: Drawn) => svgPath(zone.rings.map(ringPoints), view, MAP_SIZE.width)
  const inView = ({ box }: Drawn) => box[0] <= view[2] && view[0] <= box[2] && box[1] <= view[3] && view[1] <= box[3]
  const isSeen = ({ box }: Drawn) => Math.max(box[2] - box[0], box[3] - box[1]) > DUST * unit
  return {
    places: found
      .map(({ location: id, count }) => {
        const zone = byPk.get(id)
        return {
          id,
          name: zone?.name ?? `Zone ${id}`,
          count,
          level: levelOf(count, most),
          path: zone && isDrawn(zone) ? path(zone) : '',
        }
      })
      .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en-CA', { numeric: true })),
    around: drawn
      .filter((zone) => !counted.has(zone.pk) && inView(zone) && isSeen(zone))
      .map(path)
      .join(''),
  }
}

function extentOf(zones: readonly Drawn[]): Box {
  if (zones.length === 0) return [0, 0, 1, 1]
  let [west, south, east, north] = zones[0]!.box
  for (const { box } of zones) {
    west = Math.min(west, box[0])
    south = Math.min(south, box[1])
    east = Math.max(east, box[2])
    north = Math.max(north, box[3])
  }
  return [west, south, east, north]
}
