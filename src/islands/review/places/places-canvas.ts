import { Polygon } from 'leaflet'
import type { Client } from '#client/client.ts'
import type { Geometry } from '#contract/location.ts'
import { polygonsOf } from '#rules/map/outlines/polygons.ts'
import { society } from '#society'
import type { PlacesMap } from '#stores/review/places/places-map.ts'
import { startOwnMap } from '../../map/own-map.ts'
import type { Drawing, OnDrawn } from './draw.ts'

/** The two parts of a split, on the map. */
interface PreviewParts {
  kept: Geometry
  added: Geometry
}

/** The map of the page, its drawing tools (fetched when first used), and the preview of a split. */
export function createPlacesCanvas(stores: PlacesMap, client: Client) {
  const element = document.createElement('div')
  let started: ReturnType<typeof start> | undefined
  let preview: Polygon[] = []
  let drawing: Promise<Drawing> | undefined
  /** Counts starts and stops: tools that arrive late are not used. */
  let turn = 0

  const tools = (): Promise<Drawing> =>
    (drawing ??= Promise.all([started, import('./draw.ts')]).then(([engine, { createDrawing }]) =>
      createDrawing({ map: engine!.map, zones: () => stores.$zones.get() }),
    ))
  async function start() {
    const { engine, layers } = await startOwnMap(element, stores, client, {
      label: `Map of the places of ${society.town}`,
      keys: 'Arrow keys move from place to place, Enter opens one. Plus and minus zoom. The list beside the map has the same places.',
    })
    stores.$layers.set(layers)
    return engine
  }
  async function begin(outline: Geometry | null, work: (tools: Drawing) => void): Promise<boolean> {
    const mine = ++turn
    try {
      const loaded = await tools()
      if (mine !== turn) return false
      stores.startDrawing(outline)
      element.classList.add('is-drawing')
      // Above the form on a phone.
      if (!matchMedia('(width >= 60rem)').matches) element.scrollIntoView({ block: 'center' })
      work(loaded)
      return true
    } catch {
      drawing = undefined
      return false
    }
  }

  return {
    /** Puts the map into its place, which has a size. */
    mount(host: HTMLElement) {
      host.append(element)
      started ??= start()
    },
    /** Draws an outline, or moves the corners of one. False if the tools could not be fetched. */
    drawOutline: (before: Geometry | null, onDrawn: OnDrawn) =>
      begin(before, (tools) => tools.outline(before, onDrawn)),
    drawLine: (outline: Geometry | null, onDrawn: OnDrawn) => begin(outline, (tools) => tools.line(onDrawn)),
    stopDrawing() {
      turn++
      stores.$drawing.set(false)
      element.classList.remove('is-drawing')
      void drawing?.then(({ stop }) => stop())
    },
    async showParts(parts: PreviewParts | null) {
      for (const shape of preview) shape.remove()
      preview = []
      element.classList.toggle('has-parts', parts !== null)
      const engine = parts && (await started)
      if (!engine) return
      const { map } = engine
      preview = (['kept', 'added'] as const).map((part) => {
        const corners = polygonsOf(parts[part]).map((rings) =>
          rings.map((ring) => ring.map(([x, y]) => [y, x] as const)),
        )
        return new Polygon(corners as never, {
          className: `part part-${part}`,
          pane: 'highlights',
          interactive: false,
        }).addTo(map)
      })
    },
  }
}
export type PlacesCanvas = ReturnType<typeof createPlacesCanvas>
