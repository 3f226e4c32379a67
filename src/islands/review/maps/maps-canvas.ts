import type { LatLngExpression, LeafletMouseEvent } from 'leaflet'
import type { Client } from '#client/client.ts'
import { society } from '#society'
import { createPlaceStores } from '#stores/add-item/place-stores.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { startOwnMap } from '../../map/own-map.ts'

type Place = readonly [longitude: number, latitude: number]
/** West, south, east, north in degrees. */
type Bounds = readonly number[]
interface CanvasPoint {
  name: string
  place: Place
  /** Waits for its pixel, or is the one that is being set. */
  isOpen: boolean
}

const toLatLng = ([longitude, latitude]: Place): LatLngExpression => [latitude, longitude]

/** The map of the page: control points as numbered pins, and the checked map as a picture, both placed over Leaflet's own layers. */
export function createMapsCanvas(client: Client, onClick: (place: Place) => void) {
  const element = document.createElement('div')
  const pins = document.createElement('div')
  pins.className = 'maps-pins'
  const stores = createPlaceStores({
    ...browserDeps(window),
    client,
    society: { ...society.map, overlays: [], baseMaps: [] },
  })
  let points: readonly CanvasPoint[] = []
  let preview: { picture: HTMLImageElement; bounds: Bounds } | undefined
  let engine: ReturnType<typeof start> | undefined

  async function start() {
    void stores.start()
    const { engine: started } = await startOwnMap(element, stores, client, {
      label: `Map of ${society.town}: the same points as on the scan`,
      keys: 'Click the place of the point. Its longitude and latitude can be typed in the table below.',
    })
    const { map } = started
    element.append(pins)
    map.on('click', ({ latlng }: LeafletMouseEvent) => onClick([latlng.lng, latlng.lat]))
    map.on('move zoom viewreset resize zoomend', () => draw(map))
    draw(map)
    return started
  }
  type Map = Awaited<ReturnType<typeof start>>['map']

  function draw(map: Map): void {
    const at = (place: Place) => map.latLngToContainerPoint(toLatLng(place))
    pins.replaceChildren(
      ...(preview ? [preview.picture] : []),
      ...points.map(({ name, place, isOpen }) => {
        const pin = document.createElement('span')
        pin.className = 'maps-pin'
        pin.textContent = name
        pin.ariaHidden = 'true'
        pin.toggleAttribute('data-open', isOpen)
        const { x, y } = at(place)
        pin.style.translate = `${x}px ${y}px`
        return pin
      }),
    )
    if (!preview) return
    const [west, south, east, north] = preview.bounds as [number, number, number, number]
    const corner = at([west, north])
    const opposite = at([east, south])
    const { style } = preview.picture
    style.translate = `${corner.x}px ${corner.y}px`
    style.width = `${opposite.x - corner.x}px`
    style.height = `${opposite.y - corner.y}px`
  }
  const redraw = () => void engine?.then(({ map }) => draw(map))

  return {
    /** Puts the map into its place, which has a size. */
    mount(host: HTMLElement) {
      host.append(element)
      engine ??= start()
    },
    showPoints(next: readonly CanvasPoint[]) {
      points = next
      redraw()
    },
    /** Lays a picture over the map, or takes it away; `opacity` from 0 to 1. */
    showPreview(next: { image: string; bounds: Bounds } | null, opacity: number) {
      const picture =
        preview?.picture ?? Object.assign(document.createElement('img'), { className: 'maps-preview', alt: '' })
      if (next && picture.src !== next.image) picture.src = next.image
      picture.style.opacity = String(opacity)
      preview = next ? { picture, bounds: next.bounds } : undefined
      redraw()
    },
    /** Shows all of these bounds. */
    async zoomTo([west, south, east, north]: Bounds) {
      const started = await engine
      started?.map.fitBounds([
        [south!, west!],
        [north!, east!],
      ])
    },
  }
}
