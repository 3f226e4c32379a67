import { Polygon, SVG } from 'leaflet'
import type { LatLng, Map as LeafletMap } from 'leaflet'
import type { ZoneOutline } from '#rules/zone-outlines.ts'
import { toLatLng } from './leaflet-view.ts'

/** From the bottom up: what is under the pointer is seen over what is selected. */
const KINDS = ['business', 'selected', 'hover'] as const
export type Highlight = (typeof KINDS)[number]

export interface Highlights {
  show(kind: Highlight, zones: readonly (ZoneOutline | undefined)[]): void
}

function ringsOf({ rings }: ZoneOutline): LatLng[][] {
  return rings.map((ring) => {
    const points: LatLng[] = []
    for (let i = 0; i < ring.length; i += 2) points.push(toLatLng([ring[i]!, ring[i + 1]!]))
    return points
  })
}

/**
 * The few zones that stand out, as SVG over the canvas: a change paints no more than their own ground. Colour and weight are in engine.css (hover leaf,
 * selected brick, businesses ochre), each line over a casing that is seen on any ground.
 */
export function createHighlights(map: LeafletMap): Highlights {
  // A line that begins outside the view is drawn as far as half a view beyond it.
  const renderer = new SVG({ pane: 'highlights', padding: 0.5 })
  const shapes = new Map(
    KINDS.map((kind) => {
      const shape = (part: string) =>
        // Even-odd, like the outlines: a ring inside another is a hole. Not simplified: it lies on the line of the canvas.
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
  const shown = new Map<Highlight, string>()
  const known = new WeakMap<ZoneOutline, LatLng[][]>()
  const rings = (zone: ZoneOutline): LatLng[][] => {
    const kept = known.get(zone) ?? ringsOf(zone)
    known.set(zone, kept)
    return kept
  }
  let last = new Map<Highlight, readonly ZoneOutline[]>()

  return {
    show(kind, zones) {
      const there = zones.filter((zone) => zone !== undefined)
      const before = last.get(kind) ?? []
      if (there.length === before.length && there.every((zone, at) => zone === before[at])) return
      last = new Map(last).set(kind, there)
      shown.set(kind, there.map(({ pk }) => pk).join())
      const all = there.flatMap(rings)
      for (const shape of shapes.get(kind)!) {
        shape.setLatLngs(all)
        // What is drawn can be told from the outside, by tests and by style.
        shape.getElement()?.setAttribute('data-zones', shown.get(kind)!)
      }
    },
  }
}
