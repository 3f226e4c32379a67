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
  /** Sets a year in each frame, as a hand that drags the slider, and marks each. */
  drag(from: number, to: number): Promise<void>
  /** Sets a year, waits until all of it that is in view is drawn, and marks both. */
  type(year: number): Promise<void>
}

const element = document.querySelector<HTMLElement>('main')!
const { stores, files } = world({ zones: null })

const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
let drawings = 0
const { transferToImageBitmap } = OffscreenCanvas.prototype
OffscreenCanvas.prototype.transferToImageBitmap = function () {
  drawings++
  return transferToImageBitmap.call(this)
}
/** Until two frames pass in which no square is drawn. */
async function rest(): Promise<void> {
  for (let idle = 0; idle < 2;) {
    const before = drawings
    await frame()
    idle = drawings === before ? idle + 1 : 0
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
    const step = from < to ? 1 : -1
    for (let year = from; year !== to; year += step) {
      performance.mark('year')
      stores.setYears({ start: year, end: year })
      await frame()
    }
    performance.mark('year')
    await rest()
  },
  async type(year) {
    performance.mark('typed')
    stores.setYears({ start: year, end: year })
    // Beyond the view one square is drawn in each frame.
    for (let before = -2; drawings - before > 1;) {
      before = drawings
      await frame()
    }
    performance.mark('typed')
    await rest()
  },
}
Object.assign(window, { yearPage: page })
