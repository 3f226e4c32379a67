import { DomUtil, Layer } from 'leaflet'
import type { LatLng, LeafletEventHandlerFn, Map as LeafletMap, Point, ZoomAnimEvent } from 'leaflet'
import { metresPerPixel } from './fit-view.ts'
import { toCentre } from './leaflet-view.ts'
import {
  canvasDensity,
  countPoints,
  drawRings,
  lineStrokes,
  MOST_PIXELS,
  packForDrawing,
  ringsIn,
} from './zone-drawing.ts'
import { paintOnce } from './paint-once.ts'
import type { DrawnZones, LineColors, Stroke } from './zone-drawing.ts'
import { AHEAD, beyond, squareSide, squaresIn, widened } from './zone-squares.ts'
import type { Square, Window } from './zone-squares.ts'
import type { ZoneOutline } from '#rules/zone-outlines.ts'

/** Squares drawn in one frame of a drag where the view shows them bare, and where they are drawn ahead. */
const AT_ONCE = { seen: 2, ahead: 1 }

/** What the squares on the map have in common: where their count begins, at which zoom and how sharp, and how lines are drawn. */
interface Drawing {
  corner: LatLng
  /** The corner in the map's pixels at that zoom; whole, for a sharp line. */
  pixel: Point
  zoom: number
  density: number
  side: number
  strokes: readonly Stroke[]
}
interface DrawnSquare extends Square {
  /** None where no line touches it. */
  canvas?: HTMLCanvasElement
}
const nameOf = ({ column, row }: Square) => `${column} ${row}`

/**
 * All zones on canvases, a square each. While the map moves or zooms, the browser moves and scales what is drawn. A square is drawn once at a zoom, when
 * it comes near the view: a drag never paints again what has been painted, and never more than a square or two in a frame. (Leaflet's own canvas keeps
 * an object a zone, strokes each by itself and begins anew at each rest.)
 */
export class ZoneCanvas extends Layer {
  readonly #element = DomUtil.create('div', 'leaflet-zoom-animated map-zones')
  readonly #squares = new Map<string, DrawnSquare>()
  #zones: DrawnZones = packForDrawing([])
  #colors: LineColors
  #map: LeafletMap | undefined
  #drawing: Drawing | undefined
  #frame = 0

  constructor(colors: LineColors) {
    super()
    this.#colors = colors
  }

  setZones(zones: readonly ZoneOutline[]): void {
    this.#zones = packForDrawing(zones)
    this.#begin()
  }
  setColors(colors: LineColors): void {
    this.#colors = colors
    this.#begin()
  }

  override onAdd(map: LeafletMap): this {
    this.#map = map
    this.getPane('zones')!.append(this.#element)
    this.#begin()
    return this
  }
  override onRemove(): this {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#map = undefined
    for (const square of this.#squares.values()) this.#forget(square)
    this.#element.remove()
    return this
  }
  override getEvents(): { [name: string]: LeafletEventHandlerFn } {
    return {
      viewreset: () => this.#rest(),
      moveend: () => this.#rest(),
      move: () => this.#ahead(),
      zoom: () => this.#place(),
      zoomanim: (event) => this.#place((event as ZoomAnimEvent).center, (event as ZoomAnimEvent).zoom),
    }
  }

  /** Puts the drawing where the map shows, or will show at the end of an animation, what is drawn on it. */
  #place(centre?: LatLng, zoom?: number): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const at = zoom ?? map.getZoom()
    // Layer points count from the pixel origin; the one to come follows from the view to come.
    const origin = centre
      ? map
          .project(centre, at)
          .subtract(map.getSize().divideBy(2))
          .subtract(map.containerPointToLayerPoint([0, 0]))
          .round()
      : map.getPixelOrigin()
    const scale = map.getZoomScale(at, drawing.zoom)
    DomUtil.setTransform(this.#element, map.project(drawing.corner, at).subtract(origin), scale)
  }

  /** What the map shows, from the corner of a drawing at the same zoom. */
  #window(map: LeafletMap, { pixel }: Drawing): Window {
    const { x: left, y: top } = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin()).subtract(pixel)
    const { x: width, y: height } = map.getSize()
    return { left, top, width, height }
  }

  /** Draws the view anew. */
  #begin(): void {
    const map = this.#map
    if (!map) return
    const [zoom, size] = [map.getZoom(), map.getSize()]
    const density = canvasDensity(size.x, size.y, devicePixelRatio)
    const pixel = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin()).round()
    const corner = map.unproject(pixel, zoom)
    const [[west, north], metres] = [toCentre(corner), metresPerPixel(zoom)]
    const seen = ringsIn(this.#zones, [west, north - size.y * metres, west + size.x * metres, north])
    const strokes = lineStrokes(this.#colors, zoom, countPoints(this.#zones, seen), density)
    for (const square of this.#squares.values()) this.#forget(square)
    this.#drawing = { corner, pixel, zoom, density, side: squareSide(density), strokes }
    this.#rest()
  }

  /** The map has come to rest: what it shows is drawn, and its surroundings in the frames to come. */
  #rest(): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const [zoom, size] = [map.getZoom(), map.getSize()]
    if (drawing.zoom !== zoom || drawing.density !== canvasDensity(size.x, size.y, devicePixelRatio)) {
      this.#begin()
      return
    }
    this.#place()
    this.#fill(Infinity)
  }

  /** In the next frame, draws some of what a drag shows or is about to show. */
  #ahead(): void {
    if (this.#frame !== 0 || this.#drawing?.zoom !== this.#map?.getZoom()) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (this.#drawing?.zoom === this.#map?.getZoom()) this.#fill(AT_ONCE.seen)
    })
  }

  /** Draws so many squares of the view that are not drawn yet; where it shows none such, one of those beside it. */
  #fill(most: number): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const window = this.#window(map, drawing)
    const missing = (share: number) =>
      squaresIn(widened(window, share), drawing.side).filter((square) => !this.#squares.has(nameOf(square)))
    const seen = missing(0)
    for (const square of seen.slice(0, most)) this.#draw(square, drawing)
    const around = missing(AHEAD)
    if (seen.length === 0) for (const square of around.splice(0, AT_ONCE.ahead)) this.#draw(square, drawing)
    if (around.length > 0) this.#ahead()
    const room = Math.floor(MOST_PIXELS / (drawing.side * drawing.density) ** 2)
    const drawn = [...this.#squares.values()]
    for (const square of beyond(drawn, widened(window, AHEAD), drawing.side, room)) this.#forget(square)
  }

  #draw({ column, row }: Square, { corner, zoom, density, side, strokes }: Drawing): void {
    const metres = metresPerPixel(zoom)
    const [x, y] = toCentre(corner)
    const [west, north, line] = [x + column * side * metres, y - row * side * metres, 4 * metres]
    const box = [west, north - side * metres, west + side * metres, north] as const
    const touched = ringsIn(this.#zones, [box[0] - line, box[1] - line, box[2] + line, box[3] + line])
    const name = nameOf({ column, row })
    if (touched.length === 0) {
      this.#squares.set(name, { column, row })
      return
    }
    const pixels = Math.round(side * density)
    const canvas = paintOnce(pixels, (pen) => {
      pen.scale(pixels / side, pixels / side)
      pen.lineJoin = 'bevel'
      drawRings(pen, this.#zones, touched, { box, scale: 1 / metres }, strokes)
    })
    canvas.style.width = canvas.style.height = `${side}px`
    canvas.style.transform = `translate(${column * side}px, ${row * side}px)`
    this.#squares.set(name, { column, row, canvas })
    this.#element.append(canvas)
  }

  #forget(square: DrawnSquare): void {
    this.#squares.delete(nameOf(square))
    if (!square.canvas) return
    square.canvas.remove()
    // Safari keeps the memory of a canvas for a while, not that of an empty one.
    square.canvas.width = 0
  }
}
