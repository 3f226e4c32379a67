import { Map as LeafletMap } from 'leaflet'
import { createMapEngine } from '#islands/map/engine/map-engine.ts'
import type { WritableAtom } from 'nanostores'
import { unpackZones, type ZoneOutline, type ZonesFile } from '#rules/map/zone-outlines.ts'
import { world } from '../../../stores/map/world.ts'
import '#styles/tokens.css'

/** What the bench calls in its page. */
export interface ZonesPage {
  /** Shows zones on the engine's map, amid the view. Answers milliseconds from the data to the frame that has them. */
  show(file: ZonesFile, zoom: number): Promise<number>
  /** A map of Leaflet's own with nothing on it. */
  showNothing(): void
  /** Counts frames until it is called again. Answers frames a second. */
  countFrames(): number | undefined
  /** Places in CSS pixels, each amid another zone. */
  places(count: number): { x: number; y: number }[]
  hovered(): number | null
}

const element = document.querySelector<HTMLElement>('main')!
const nextFrame = () =>
  new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))
const { stores } = world({ zones: null })
let counting: { frames: number; since: number; stop: boolean } | undefined

const page: ZonesPage = {
  async show(file, zoom) {
    const boxes = unpackZones(file).flatMap(({ box }) => (box ? [box] : []))
    const middles = [0, 1].map(
      (side) => boxes.map((box) => (box[side]! + box[side + 2]!) / 2).toSorted((a, b) => a - b)[boxes.length >> 1]!,
    )
    stores.setView({ centre: [middles[0]!, middles[1]!], zoom })
    createMapEngine(element, stores, {
      society: { overlays: [], baseMaps: [] },
      apiBase: '',
      label: 'Map',
      overlays: [],
    })
    await nextFrame()
    const began = performance.now()
    ;(stores.$zones as WritableAtom<readonly ZoneOutline[]>).set(unpackZones(file))
    return (await nextFrame()) - began
  },
  showNothing() {
    new LeafletMap(element, { zoomControl: false, attributionControl: false, minZoom: 14, maxZoom: 21 }).setView(
      [43.5, -81.7],
      16,
    )
    element.style.position = 'relative'
  },
  countFrames() {
    if (counting) {
      const { frames, since } = counting
      counting.stop = true
      counting = undefined
      return (1000 * frames) / (performance.now() - since)
    }
    const own = { frames: 0, since: performance.now(), stop: false }
    counting = own
    requestAnimationFrame(function count() {
      own.frames += 1
      if (!own.stop) requestAnimationFrame(count)
    })
    return undefined
  },
  places(count) {
    const { centre, zoom } = stores.$view.get()
    const metres = (2 * Math.PI * 6378137) / (256 * 2 ** zoom)
    const [width, height] = [element.clientWidth, element.clientHeight]
    return stores.$zones
      .get()
      .flatMap(({ box }) => {
        if (!box) return []
        const x = width / 2 + ((box[0] + box[2]) / 2 - centre[0]) / metres
        const y = height / 2 - ((box[1] + box[3]) / 2 - centre[1]) / metres
        return x > 10 && y > 10 && x < width - 80 && y < height - 40 ? [{ x, y }] : []
      })
      .filter((_, at) => at % 3 === 0)
      .slice(0, count)
  },
  hovered: () => stores.$hover.get()?.pk ?? null,
}
Object.assign(window, { zonesPage: page })
