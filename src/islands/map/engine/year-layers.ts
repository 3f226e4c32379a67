import type { Map as LeafletMap } from 'leaflet'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { LOOK } from '#stores/map/year-look.ts'
import type { YearLook } from '#stores/map/year-map.ts'
import type { Years } from '#stores/shared/years.ts'
import { toCentre, toLatLng } from './leaflet-view.ts'
import { divided } from './raster-layers.ts'
import { showLabels } from './street-labels.ts'
import { ZoneCanvas } from './zone-canvas.ts'
import type { LineColors } from './zone-drawing.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

/** The zoom from which businesses are named, and how many at most. */
const NAMED = { zoom: 17, most: 60 }
/** Pixels between the middles of two names. */
const APART = { x: 110, y: 16 }
/** Milliseconds after the year was changed, or the map moved. */
const WAIT = 150
const RIGHT = 'zones-right'

type Stores = Partial<Pick<MapStores, '$look' | '$comparison' | 'businessNames'>>

/** The zones of the year, and of two beside each other; the names of its businesses. `zones` is the map's own drawing, which shows the left one. */
export function createYearLayers(
  map: LeafletMap,
  stores: Stores,
  zones: ZoneCanvas,
  { inView, colors }: { inView(): readonly ZoneOutline[]; colors(): LineColors },
) {
  const labels = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  labels.classList.add('map-streets', 'map-businesses', 'leaflet-zoom-hide')
  map.getPane('streets')!.append(labels)
  let all: readonly ZoneOutline[] = []
  let right: ZoneCanvas | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let look: YearLook | null = null

  const share = () => stores.$comparison?.get()?.at ?? 0.5
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
    look = stores.$look!.get()
    const [left, other] = look?.sides ?? []
    if (other && !right) {
      const pane = map.getPane(RIGHT) ?? map.createPane(RIGHT)
      pane.style.cssText = 'z-index: 410; pointer-events: none'
      pane.ariaHidden = 'true'
      right = new ZoneCanvas(colors(), RIGHT).addTo(map)
      right.setZones(all)
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
    const shown = inView().flatMap(({ pk, box }) => {
      const middle = [(box![0] + box![2]) / 2, (box![1] + box![3]) / 2] as const
      const side = sideOf(middle[0])
      return side && side.cursor.look(pk) & LOOK.business ? [{ pk, middle, years: side.years }] : []
    })
    const named = await Promise.all(
      shown.slice(0, NAMED.most).map(async ({ pk, middle, years }) => ({
        ...map.latLngToContainerPoint(toLatLng(middle)),
        angle: 0,
        text: (await stores.businessNames!(pk, years)).join(', '),
      })),
    )
    if (at === look)
      showLabels(
        map,
        labels,
        named.filter(
          ({ x, y, text }, number) =>
            text !== '' &&
            !named.slice(0, number).some((other) => Math.abs(other.y - y) < APART.y && Math.abs(other.x - x) < APART.x),
        ),
      )
  }
  stores.$look?.listen(show)
  stores.$comparison?.listen(cut)

  return {
    setZones(next: readonly ZoneOutline[]) {
      all = next
      right?.setZones(next)
    },
    setColors: (next: LineColors) => right?.setColors(next),
    isThere: (pk: number, metres: number): boolean => !((sideOf(metres)?.cursor.look(pk) ?? 0) & LOOK.gone),
    /** The years under the pointer, in pixels of the view, or at an x in metres. */
    yearsAt: (x: number | null, metres: number): Years | undefined => (x === null ? sideOf(metres) : sideAt(x))?.years,
    isShown: (years: Years): boolean => look?.sides.some((side) => side.years === years) ?? false,
  }
}
