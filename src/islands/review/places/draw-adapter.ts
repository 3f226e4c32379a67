import type { Map as LeafletMap } from 'leaflet'
import { TerraDrawExtend } from 'terra-draw'

type Changes = Parameters<InstanceType<typeof TerraDrawExtend.TerraDrawBaseAdapter>['render']>[0]
type Feature = Changes['created'][number]
type Styling = Parameters<InstanceType<typeof TerraDrawExtend.TerraDrawBaseAdapter>['render']>[1]

const SVG = 'http://www.w3.org/2000/svg'
const element = (name: string, attributes: Record<string, string>) => {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

/**
 * terra-draw on the map: what is drawn is an SVG above it, with classes (styles/places.css). The library's own adapter for Leaflet adds style elements,
 * which the Content-Security-Policy forbids, and takes the whole of Leaflet, which the map page would then load too.
 */
export class DrawAdapter extends TerraDrawExtend.TerraDrawBaseAdapter {
  readonly #map: LeafletMap
  readonly #svg = element('svg', { class: 'map-drawing', 'aria-hidden': 'true' })
  readonly #features = new Map<Feature['id'], { feature: Feature; zIndex: number; radius: number }>()
  readonly #draw = () => this.#redraw()
  /** While the map zooms, the shapes would stay where they were: they come back where they belong. */
  readonly #hide = () => this.#svg.style.setProperty('display', 'none')
  readonly #show = () => this.#svg.style.removeProperty('display')

  constructor(map: LeafletMap) {
    super({ coordinatePrecision: 9 })
    this.#map = map
  }

  override register(callbacks: TerraDrawExtend.TerraDrawCallbacks) {
    super.register(callbacks)
    this.#map.getContainer().append(this.#svg)
    this.#map.on('move zoom zoomend resize', this.#draw).on('zoomanim', this.#hide).on('zoomend', this.#show)
    callbacks.onReady?.()
  }
  override unregister() {
    super.unregister()
    this.#map.off('move zoom zoomend resize', this.#draw).off('zoomanim', this.#hide).off('zoomend', this.#show)
    this.#svg.remove()
  }
  clear() {
    this._currentModeCallbacks?.onClear()
    this.#features.clear()
    this.#redraw()
  }

  getMapEventElement() {
    return this.#map.getContainer()
  }
  getLngLatFromEvent(event: PointerEvent | MouseEvent) {
    const { containerX, containerY } = this.getMapElementXYPosition(event)
    return this.unproject(containerX, containerY)
  }
  project(lng: number, lat: number) {
    const { x, y } = this.#map.latLngToContainerPoint([lat, lng])
    return { x, y }
  }
  unproject(x: number, y: number) {
    const { lng, lat } = this.#map.containerPointToLatLng([x, y])
    return { lng, lat }
  }
  setDraggability(isOn: boolean) {
    if (isOn) this.#map.dragging.enable()
    else this.#map.dragging.disable()
  }
  /** The map never zooms by a double click. */
  setDoubleClickToZoom() {}
  setCursor(cursor: string) {
    const { style } = this.#map.getContainer()
    if (cursor === 'unset') style.removeProperty('cursor')
    else style.cursor = cursor
  }

  render({ created, updated, deletedIds }: Changes, styling: Styling) {
    for (const id of deletedIds) this.#features.delete(id)
    for (const feature of [...created, ...updated]) {
      const { zIndex, pointWidth } = styling[feature.properties['mode'] as string]!(feature)
      this.#features.set(feature.id, { feature, zIndex, radius: pointWidth })
    }
    this.#redraw()
  }
  #redraw() {
    const inOrder = [...this.#features.values()].sort((a, b) => a.zIndex - b.zIndex)
    this.#svg.replaceChildren(...inOrder.map(({ feature, radius }) => this.#shape(feature, radius)))
  }
  #shape({ geometry, properties }: Feature, radius: number): SVGElement {
    const at = ([lng, lat]: readonly number[]) => {
      const { x, y } = this.project(lng!, lat!)
      return [x.toFixed(1), y.toFixed(1)] as const
    }
    if (geometry.type === 'Point') {
      const [cx, cy] = at(geometry.coordinates)
      const kind = properties['midPoint'] ? 'draw-point draw-middle' : 'draw-point'
      return element('circle', { class: kind, cx, cy, r: String(radius) })
    }
    const isLine = geometry.type === 'LineString'
    const points = isLine ? geometry.coordinates : geometry.coordinates[0]!
    const text = points.map((point) => at(point).join()).join(' ')
    return element(isLine ? 'polyline' : 'polygon', { class: isLine ? 'draw-line' : 'draw-outline', points: text })
  }
}
