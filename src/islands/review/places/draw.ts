import type { Map as LeafletMap } from 'leaflet'
import { TerraDraw, TerraDrawLineStringMode, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import type { Geometry } from '#contract/location.ts'
import { lineText, outlineText } from '#rules/map/outlines/corners-text.ts'
import { polygonsOf, type Position } from '#rules/map/outlines/polygons.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { metresPerPixel } from '../../map/start-map.ts'
import { DrawAdapter } from './draw-adapter.ts'
import { snapToZones } from './snap.ts'

/** Digits that the library takes, and a text field shows. */
const toNine = ([x, y]: Position): Position => [Number(x.toFixed(9)), Number(y.toFixed(9))]
/** CSS pixels within which a corner snaps to a neighbour's. */
const SNAP = 12

export interface DrawOptions {
  map: LeafletMap
  /** Zones whose corners and sides are snapped to. */
  zones: () => readonly ZoneOutline[]
}

/** What is drawn so far, as text; `isFinished` once its corners are moved. Empty again after Escape. */
export type OnDrawn = (text: string, isFinished: boolean) => void

/** Draws outlines and lines on the map; each corner is told at once, so that no button can lose one. One at a time: `stop` ends it. */
export function createDrawing({ map, zones }: DrawOptions) {
  const snapping = {
    toCustom: ({ lng, lat }: { lng: number; lat: number }) =>
      snapToZones(zones(), [lng, lat], SNAP * metresPerPixel(map.getZoom())),
  }
  const coordinates = { draggable: true, midpoints: { draggable: true }, deletable: true, snappable: snapping } as const
  let draw: TerraDraw | undefined

  function start(textOf: (draw: TerraDraw) => string, onDrawn: OnDrawn): TerraDraw {
    stop()
    const made = new TerraDraw({
      adapter: new DrawAdapter(map),
      modes: [
        new TerraDrawPolygonMode({ snapping, showCoordinatePoints: true, styles: { closingPointWidth: 7 } }),
        new TerraDrawLineStringMode({ snapping, showCoordinatePoints: true, styles: { closingPointWidth: 7 } }),
        new TerraDrawSelectMode({
          styles: { selectionPointWidth: 7, midPointWidth: 5 },
          // The Delete key would take the whole outline away, and a click beside it would hide its corners.
          keyEvents: null,
          allowManualDeselection: false,
          flags: {
            polygon: { feature: { coordinates } },
            linestring: { feature: { coordinates } },
          },
        }),
      ],
    })
    let told = ''
    const tell = () => {
      const [text, isFinished] = [textOf(made), made.getMode() === 'select']
      // Stopping takes away what is not finished: that is no change of the person's.
      if (draw !== made || told === `${isFinished} ${text}`) return
      told = `${isFinished} ${text}`
      onDrawn(text, isFinished)
    }
    made.on('change', tell)
    made.on('finish', (id, { action }) => {
      if (action !== 'draw') return
      made.setMode('select')
      made.selectFeature(id)
      tell()
    })
    made.start()
    return (draw = made)
  }
  function stop() {
    const last = draw
    draw = undefined
    last?.stop()
  }
  /** What is drawn, without the points that show corners. */
  const drawn = (made: TerraDraw, mode: 'polygon' | 'linestring') =>
    made.getSnapshot().filter(({ properties, geometry }) => properties['mode'] === mode && geometry.type !== 'Point')

  function outlineOf(made: TerraDraw): string {
    const polygons = drawn(made, 'polygon').map(({ geometry }) => geometry.coordinates as Position[][])
    const [first] = drawn(made, 'polygon')
    if (!first) return ''
    // Behind the corners that were set, one follows the pointer.
    const set = first.properties['committedCoordinateCount']
    if (typeof set === 'number') return lineText(polygons[0]![0]!.slice(0, set))
    return outlineText(
      polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0]! }
        : { type: 'MultiPolygon', coordinates: polygons },
    )
  }
  function lineOf(made: TerraDraw): string {
    const [line] = drawn(made, 'linestring')
    const points = (line?.geometry.coordinates ?? []) as Position[]
    return lineText(line?.properties['currentlyDrawing'] ? points.slice(0, -1) : points)
  }

  return {
    stop,
    /** An outline: a new one is drawn, one that is there has its corners moved. */
    outline(before: Geometry | null, onDrawn: OnDrawn) {
      const made = start(outlineOf, onDrawn)
      if (!before) return made.setMode('polygon')
      const features = polygonsOf(before).map(([shell]) => ({
        type: 'Feature' as const,
        geometry: { type: 'Polygon' as const, coordinates: [shell!.map(toNine)] },
        properties: { mode: 'polygon' },
      }))
      made.setMode('select')
      const id = made.addFeatures(features).find(({ valid }) => valid)?.id
      if (id !== undefined) made.selectFeature(id)
    },
    /** A line that splits a zone. */
    line: (onDrawn: OnDrawn) => start(lineOf, onDrawn).setMode('linestring'),
  }
}
export type Drawing = ReturnType<typeof createDrawing>
