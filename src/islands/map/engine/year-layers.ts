import type { Map as LeafletMap } from 'leaflet'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { LOOK } from '#stores/map/year-look.ts'
import type { YearLook } from '#stores/map/year-map.ts'
import type { Hover } from '#stores/map/map-stores.ts'
import { boxInView, toCentre, toLatLng } from './leaflet-view.ts'
import { divided } from './raster-layers.ts'
import { showLabels } from './street-labels.ts'
import { ZoneCanvas } from './zone-canvas.ts'
import type { LineColors } from './zone-drawing.ts'
import type { ZoneIndex } from './zone-index.ts'

/** The zoom from which businesses are named, and how many at most. */
const NAMED = { zoom: 17, most: 60 }
/** Pixels between two names, and half of what a letter takes. */
const APART = { letter: 4.2, y: 18 }
/** Milliseconds after the year was changed, or the map moved. */
const WAIT = 150
/** Milliseconds that a pointer rests before more is said of a place. */
const REST = 120
const RIGHT = 'zones-right'

export type YearStores = Pick<
  MapStores,
  '$look' | '$comparison' | '$zones' | '$hover' | 'businessNames' | 'placeSentence'
>

/** The zones of the year, and of two beside each other; the names of its businesses. `zones` is the map's own drawing, which shows the left one. */
export function createYearLayers(
  map: LeafletMap,
  stores: YearStores,
  zones: ZoneCanvas,
  { index, colors }: { index(): ZoneIndex; colors(): LineColors },
) {
  const labels = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  labels.classList.add('map-streets', 'map-businesses', 'leaflet-zoom-hide')
  map.getPane('streets')!.append(labels)
  let right: ZoneCanvas | undefined
  let saying: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let look: YearLook | null = null

  const share = () => stores.$comparison.get()?.at ?? 0.5
  /** In pixels from the left of the map; undefined without two years. */
  const divider = () => (right ? divided(map, share()).at : undefined)
  const sideAt = (x: number) => look?.sides[x > (divider() ?? Infinity) ? 1 : 0]
  const sideOf = (metres: number) => {
    if (!right) return look?.sides[0]
    return sideAt(map.latLngToContainerPoint(toLatLng([metres, toCentre(map.getCenter())[1]])).x)
  }

  function cut(): void {
    if (!map.getPane(RIGHT)) return
    const clips = divided(map, share())
    map.getPane('zones')!.style.clipPath = right ? clips.left : ''
    map.getPane(RIGHT)!.style.clipPath = clips.right
  }
  map.on('move zoomend viewreset resize', cut)
  map.on('moveend', () => look && nameLater())

  function show(): void {
    const before = look
    look = stores.$look.get()
    const [left, other] = look?.sides ?? []
    if (other && !right) {
      const pane = map.getPane(RIGHT) ?? map.createPane(RIGHT)
      pane.style.cssText = 'z-index: 410; pointer-events: none'
      pane.ariaHidden = 'true'
      right = new ZoneCanvas(colors(), RIGHT).addTo(map)
      right.setZones(stores.$zones.get())
    } else if (!other) {
      right?.remove()
      right = undefined
    }
    cut()
    if (left || before) zones.setYear(left?.cursor.look ?? null, left?.changed)
    if (other) right!.setYear(other.cursor.look, other.changed)
    nameLater()
  }
  const nameLater = () => {
    clearTimeout(timer)
    labels.replaceChildren()
    if (look && map.getZoom() >= NAMED.zoom) timer = setTimeout(() => void name(), WAIT)
  }
  async function name(): Promise<void> {
    const at = look
    const shown = index()
      .within(boxInView(map))
      .flatMap(({ pk, box }) => {
        const middle = [(box![0] + box![2]) / 2, (box![1] + box![3]) / 2] as const
        const side = sideOf(middle[0])
        return side && side.cursor.look(pk) & LOOK.business ? [{ pk, middle, years: side.years }] : []
      })
    const named = await Promise.all(
      shown.slice(0, NAMED.most).map(async ({ pk, middle, years }) => ({
        ...map.latLngToContainerPoint(toLatLng(middle)),
        angle: 0,
        text: (await stores.businessNames(pk, years)).join(', '),
      })),
    )
    if (at === look)
      showLabels(
        map,
        labels,
        named.filter(
          ({ x, y, text }, number) =>
            text !== '' &&
            !named
              .slice(0, number)
              .some(
                (other) =>
                  Math.abs(other.y - y) < APART.y &&
                  Math.abs(other.x - x) < APART.letter * (other.text.length + text.length),
              ),
        ),
      )
  }
  stores.$comparison.listen(cut)

  return {
    show,
    setZones: () => right?.setZones(stores.$zones.get()),
    setColors: (next: LineColors) => right?.setColors(next),
    isThere: (pk: number, metres: number): boolean => !((sideOf(metres)?.cursor.look(pk) ?? 0) & LOOK.gone),
    /** Says what was there in the year under the pointer, in pixels of the view, once that rests. */
    sayLater(hover: Hover, pointer: { x: number } | null, say: (text: string) => void): void {
      clearTimeout(saying)
      const box = hover && index().get(hover.pk)?.box
      const years = box && (pointer ? sideAt(pointer.x) : sideOf((box[0] + box[2]) / 2))?.years
      if (!years) return
      const isShown = () => stores.$hover.get() === hover && look?.sides.some((side) => side.years === years)
      saying = setTimeout(
        () => void stores.placeSentence(hover.pk, years).then((text) => text !== undefined && isShown() && say(text)),
        REST,
      )
    },
  }
}
export type YearLayers = ReturnType<typeof createYearLayers>
