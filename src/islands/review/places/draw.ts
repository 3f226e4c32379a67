import type { Map as LeafletMap } from 'leaflet'
import { TerraDraw, TerraDrawLineStringMode, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import type { Geometry } from '#contract/location.ts'
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

/** Draws outlines and lines on the map; each change is told at once. One at a time: `stop` ends it. */
export function createDrawing({ map, zones }: DrawOptions) {
  const snapping = {
    toCustom: ({ lng, lat }: { lng: number; lat: number }) =>
      snapToZones(zones(), [lng, lat], SNAP * metresPerPixel(map.getZoom())),
  }
  const coordinates = { draggable: true, midpoints: { draggable: true }, deletable: true, snappable: snapping } as const
  let draw: TerraDraw | undefined

  function start(onChange: (draw: TerraDraw) => void): TerraDraw {
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
    made.on('change', () => onChange(made))
    made.start()
    draw = made
    return made
  }
  function stop() {
    draw?.stop()
    draw = undefined
  }
  /** What is drawn, without the points that show corners. */
  const drawn = (made: TerraDraw, mode: 'polygon' | 'linestring') =>
    made.getSnapshot().filter(({ properties, geometry }) => properties['mode'] === mode && geometry.type !== 'Point')

  /** Moves on from drawing to moving corners. */
  function edit(made: TerraDraw, id: string | number) {
    made.setMode('select')
    made.selectFeature(id)
  }
  function outlineOf(made: TerraDraw): Geometry | null {
    const polygons = drawn(made, 'polygon').map(({ geometry }) => geometry.coordinates as Position[][])
    if (polygons.length === 0) return null
    return polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0]! }
      : { type: 'MultiPolygon', coordinates: polygons }
  }
  const lineOf = (made: TerraDraw): Position[] =>
    (drawn(made, 'linestring')[0]?.geometry.coordinates ?? []) as Position[]

  return {
    stop,
    /** An outline: a new one is drawn, one that is there has its corners moved. Told when a corner was set, moved, or taken away. */
    outline(before: Geometry | null, onDrawn: (outline: Geometry) => void) {
      const made = start((now) => {
        if (now.getMode() !== 'select') return
        const outline = outlineOf(now)
        if (outline) onDrawn(outline)
      })
      if (!before) {
        made.setMode('polygon')
        made.on('finish', (id, { action }) => {
          if (action !== 'draw') return
          edit(made, id)
          onDrawn(outlineOf(made)!)
        })
        return
      }
      const features = polygonsOf(before).map(([shell]) => ({
        type: 'Feature' as const,
        geometry: { type: 'Polygon' as const, coordinates: [shell!.map(toNine)] },
        properties: { mode: 'polygon' },
      }))
      const added = made.addFeatures(features)
      const id = added.find(({ valid }) => valid)?.id
      if (id !== undefined) edit(made, id)
    },
    /** A line that splits a zone. */
    line(onDrawn: (line: Position[]) => void) {
      const made = start((now) => {
        if (now.getMode() === 'select') onDrawn(lineOf(now))
      })
      made.setMode('linestring')
      made.on('finish', (id, { action }) => {
        if (action !== 'draw') return
        edit(made, id)
        onDrawn(lineOf(made))
      })
    },
  }
}
export type Drawing = ReturnType<typeof createDrawing>
