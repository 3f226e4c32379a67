import * as v from 'valibot'
import type { Overlay } from '#contract/overlay.ts'
import { toMercator } from '#rules/map/geometry.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { validRows } from '#stores/shared/rows.ts'
import { society } from '#society'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { metresPerPixel } from './engine/fit-view.ts'
import { createMapEngine } from './engine/map-engine.ts'
import { heightOf, type MapPage } from './map-page.ts'
import type { SheetControl } from './sheet-control.ts'
import { printMap } from './engine/print-map.ts'

/** The wizard's map and that of staff take them from here, so that the map page loads one file for all. */
export { createMapEngine, metresPerPixel }

const street = v.tuple([v.string(), v.number(), v.number(), v.number(), v.number()])

export interface MapOptions {
  apiBase: string
  /** The archive's own layers at the last build. */
  overlays: readonly Overlay[]
}

const KEYS =
  'Enter picks the zone in the middle, arrow keys move to its neighbours, Enter again selects it. Plus and minus zoom.'
/** Milliseconds between two looks for a map that the archive does not have yet. */
const ASK_AGAIN = 30_000

/** Starts the map over the static first-view picture. */
export function startMap(canvas: HTMLElement, page: MapPage, options: MapOptions): void {
  const { stores, layers, client, data, sheet, start } = page
  const { apiBase, overlays: built } = options
  const { centre, zoom } = society.map
  const picture = document.getElementById('first-view')

  start()
  // Subscribes before the map, so that the map knows its covered area when it fits something.
  let cover = (_pixels: number) => {}
  drawSheet(stores, sheet, (pixels) => cover(pixels))
  const insets = (bottom: number) => ({ top: 0, right: 0, left: 0, bottom })
  const engine = createMapEngine(canvas, stores, {
    // The engine may fit a zone from the address at once.
    insets: insets(sheet.$height.get() ?? 0),
    society: layers,
    apiBase,
    label: `Map of ${society.town}`,
    keys: KEYS,
    firstView: { picture, view: { centre, zoom } },
  })
  page.map = engine.map
  cover = (bottom) => {
    canvas.style.setProperty('--map-inset-bottom', `${bottom}px`)
    engine.setInsets(insets(bottom))
  }
  cover(sheet.$height.get() ?? 0)
  printMap(engine.map)

  const setOverlays = (overlays: readonly Overlay[] | null) => {
    engine.setOverlays(overlays)
    const bounds = layers.overlays.flatMap(({ id, layer }) => {
      const known = overlays?.find((each) => each.layer === layer)?.bounds
      if (!known) return []
      const [west, south, east, north] = known
      return [[id, [...toMercator([west, south]), ...toMercator([east, north])]] as const]
    })
    stores.setBounds(Object.fromEntries(bounds))
  }
  const askForOverlays = async () => {
    // Null when unknown: the server lacks the call or does not answer, and the build had none.
    const today = await client.call('overlays').catch(() => null)
    if (today || built.length === 0) setOverlays(today)
  }
  const showLayers = () => {
    if (built.length > 0) setOverlays(built)
    void askForOverlays()
  }
  // A map that the visitor has chosen may be in the archive soon.
  setInterval(() => Object.values(stores.$problems.get()).includes('missing') && void askForOverlays(), ASK_AGAIN)
  const showStreets = async () => {
    const streets = await data(MAP_DATA.streets).catch(() => [])
    engine.setStreets(Array.isArray(streets) ? validRows(street, streets) : [])
  }
  void showStreets()
  // The static plan stays visible until zones are drawn, and for good when there are none.
  stores.$source.subscribe((source) =>
    canvas.parentElement!.toggleAttribute('data-drawn', source !== 'loading' && source !== 'none'),
  )
  if (!picture?.isConnected) return showLayers()
  // The picture shows the base map already, so its tiles wait until the zones are drawn.
  const unbind = stores.$source.subscribe((source) => {
    if (source === 'loading') return
    queueMicrotask(() => unbind())
    requestAnimationFrame(() => setTimeout(showLayers))
  })
}

/** Passes the height of the bottom sheet to the style sheet, and the pixels of the map that it covers at rest to `cover`. */
function drawSheet(stores: MapStores, sheet: SheetControl, cover: (pixels: number) => void): void {
  const side = document.getElementById('map-side')!
  sheet.measure()
  const draw = () => {
    const [height, dragging] = [sheet.$height.get(), sheet.$dragging.get()]
    // The content is laid out at its open height before the sheet moves, and keeps that height while it closes.
    const open = dragging ? sheet.heights().full : Math.max(height ?? 0, sheet.heights().half)
    const lengths = { '--sheet': height, '--sheet-open': open, '--sheet-head': heightOf('.sheet-head') }
    for (const [name, pixels] of Object.entries(lengths)) {
      if (height === null) side.style.removeProperty(name)
      else side.style.setProperty(name, `${pixels}px`)
    }
    // At full height the sheet hides the map: no need to move it.
    if (!dragging && sheet.$detent.get() !== 'full') cover(height ?? 0)
  }
  sheet.$height.subscribe(draw)
  sheet.$dragging.listen(draw)
  // An initial zone is selected and fitted at once, and the fit would arrive before the new height.
  stores.$fit.listen(draw)
  sheet.$detent.subscribe((detent) => (side.dataset.detent = detent))
  sheet.$dragging.subscribe((dragging) => side.toggleAttribute('data-dragging', dragging))
  // Also fires when the side bar moves between beside and below the map.
  const resized = new ResizeObserver(sheet.measure)
  for (const each of document.querySelectorAll('#map-home, .opening')) resized.observe(each)
}
