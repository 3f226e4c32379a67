import type { WritableAtom } from 'nanostores'
import { createMapEngine } from '#islands/map/engine/map-engine.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { unpackZones, type ZoneOutline, type ZonesFile } from '#rules/map/zone-outlines.ts'
import type { YearsFile } from '#rules/years/year-file.ts'
import { world } from '../../../stores/map/world.ts'
import '#styles/tokens.css'

/** What the bench calls in its page. */
export interface YearPage {
  /** Shows a town in a year. */
  show(zones: ZonesFile, years: YearsFile, zoom: number): Promise<void>
  /** Sets a year in each frame, as a hand that drags the slider. Answers the milliseconds of work of each frame: of the stores, and of the drawing in it. */
  drag(from: number, to: number): Promise<number[]>
  /** Milliseconds from a year that is typed to the frame on screen that shows all of it. */
  type(year: number): Promise<number>
}

const element = document.querySelector<HTMLElement>('main')!
const { stores, files } = world({ zones: null })

/** What is done in callbacks of frames: the drawing. */
let work = 0
const { requestAnimationFrame: ask } = window
window.requestAnimationFrame = (then) =>
  ask((at) => {
    const began = performance.now()
    then(at)
    work += performance.now() - began
  })
const frame = () => new Promise<void>((done) => ask(() => done()))
const painted = () => new Promise<void>((done) => ask(() => setTimeout(done)))
/** Frames that do nothing: all is drawn. */
async function rest(): Promise<void> {
  for (let idle = 0; idle < 3;) {
    work = 0
    await painted()
    idle = work < 0.05 ? idle + 1 : 0
  }
}

const page: YearPage = {
  async show(zones, years, zoom) {
    files[MAP_DATA.years] = years
    const outlines = unpackZones(zones)
    const boxes = outlines.flatMap(({ box }) => (box ? [box] : []))
    const middle = (side: 0 | 1) =>
      boxes.map((box) => (box[side] + box[side + 2]!) / 2).toSorted((a, b) => a - b)[boxes.length >> 1]!
    stores.setView({ centre: [middle(0), middle(1)], zoom })
    createMapEngine(element, stores, {
      society: { overlays: [], baseMaps: [] },
      apiBase: '',
      label: 'Map',
      overlays: [],
    })
    ;(stores.$zones as WritableAtom<readonly ZoneOutline[]>).set(outlines)
    stores.setYears({ start: 1870, end: 1870 })
    await new Promise<void>((done) => {
      const off = stores.$yearMap.listen(({ state }) => state === 'ready' && (off(), done()))
    })
    await rest()
  },
  async drag(from, to) {
    const times: number[] = []
    const step = from < to ? 1 : -1
    for (let year = from; year !== to; year += step) {
      work = 0
      await frame()
      const began = performance.now()
      stores.setYears({ start: year, end: year })
      const set = performance.now() - began
      await painted()
      times.push(set + work)
    }
    await rest()
    return times
  },
  async type(year) {
    const began = performance.now()
    stores.setYears({ start: year, end: year })
    await rest()
    // Three frames passed without work.
    return performance.now() - began
  },
}
Object.assign(window, { yearPage: page })
