import { type LatLng, type Map as LeafletMap, Polygon, SVG } from 'leaflet'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { toLatLng } from './leaflet-view.ts'

/** Bottom to top: hover is drawn over selected. */
const KINDS = ['business', 'selected', 'hover'] as const
type Highlight = (typeof KINDS)[number]

function ringsOf({ rings }: ZoneOutline): LatLng[][] {
  return rings.map((ring) => {
    const points: LatLng[] = []
    for (let i = 0; i < ring.length; i += 2) points.push(toLatLng([ring[i]!, ring[i + 1]!]))
    return points
  })
}

/**
 * The highlighted zones, as SVG over the canvas, so that a change repaints only them. Colours and widths are in engine.css; each line has a casing for
 * contrast on any background.
 */
export function createHighlights(map: LeafletMap) {
  // Lines are drawn up to half a view beyond its edges.
  const renderer = new SVG({ pane: 'highlights', padding: 0.5 })
  const shapes = new Map(
    KINDS.map((kind) => {
      const shape = (part: string) =>
        // Even-odd: a ring inside another is a hole. Hardly simplified: it must match the line on the canvas.
        new Polygon([], {
          renderer,
          pane: 'highlights',
          className: `map-${kind} map-${kind}-${part}`,
          interactive: false,
          fillRule: 'evenodd',
          smoothFactor: 0.5,
        }).addTo(map)
      return [kind, [shape('casing'), shape('line')]] as const
    }),
  )
  const cache = new WeakMap<ZoneOutline, LatLng[][]>()
  const rings = (zone: ZoneOutline): LatLng[][] => {
    const cached = cache.get(zone) ?? ringsOf(zone)
    cache.set(zone, cached)
    return cached
  }
  const shown = new Map<Highlight, readonly ZoneOutline[]>()

  return {
    show(kind: Highlight, zones: readonly (ZoneOutline | undefined)[]) {
      const next = zones.filter((zone) => zone !== undefined)
      const before = shown.get(kind) ?? []
      if (next.length === before.length && next.every((zone, at) => zone === before[at])) return
      shown.set(kind, next)
      const all = next.flatMap(rings)
      for (const shape of shapes.get(kind)!) {
        shape.setLatLngs(all)
        // For tests and styles.
        shape.getElement()?.setAttribute('data-zones', next.map(({ pk }) => pk).join())
      }
    },
  }
}
