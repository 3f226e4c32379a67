import {
  DomUtil,
  type LatLng,
  Layer,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
  type Point,
  type ZoomAnimEvent,
} from 'leaflet'
import { metresPerPixel } from './fit-view.ts'
import { toCentre } from './leaflet-view.ts'
import {
  canvasDensity,
  countPoints,
  type DrawnZones,
  drawRings,
  type LineColors,
  lineStrokes,
  MOST_PIXELS,
  packForDrawing,
  ringsIn,
  type Stroke,
} from './zone-drawing.ts'
import { AHEAD, type Square, squareSide, squaresIn, squaresToEvict, widened, type Window } from './zone-squares.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

/** Squares drawn per frame of a drag: in view, and ahead of it. */
const PER_FRAME = { visible: 2, ahead: 1 }

/** What all squares of one zoom level share. */
interface Drawing {
  corner: LatLng
  /** The corner in map pixels at that zoom; integers, for sharp lines. */
  pixel: Point
  zoom: number
  density: number
  side: number
  strokes: readonly Stroke[]
}
interface DrawnSquare extends Square {
  /** Missing where no line touches the square. */
  canvas?: HTMLCanvasElement
}
const keyOf = ({ column, row }: Square) => `${column} ${row}`

/**
 * All zones on canvas squares, which the browser moves and scales with the map. A square is drawn once per zoom level, when it comes near the view, so a
 * drag paints at most a square or two per frame. (Leaflet's own canvas keeps an object per zone, strokes each one, and redraws everything after a move.)
 */
export class ZoneCanvas extends Layer {
  readonly #element = DomUtil.create('div', 'leaflet-zoom-animated map-zones')
  readonly #squares = new Map<string, DrawnSquare>()
  #zones: DrawnZones = packForDrawing([])
  #colors: LineColors
  #fills = true
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
  /** Tints the zones that have items, or does not. */
  setFills(fills: boolean): void {
    if (this.#fills === fills) return
    this.#fills = fills
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
  override getEvents(): { [name: string]: LeafletEventHandlerFn } {
    return {
      viewreset: () => this.#rest(),
      moveend: () => this.#rest(),
      move: () => this.#ahead(),
      zoom: () => this.#place(),
      zoomanim: (event) => this.#place((event as ZoomAnimEvent).center, (event as ZoomAnimEvent).zoom),
    }
  }

  /** Moves the drawing to its place on the map, now or at the end of a zoom animation. */
  #place(centre?: LatLng, zoom?: number): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const at = zoom ?? map.getZoom()
    // Layer points count from the pixel origin; during an animation, from that of the target view.
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

  /** The visible window, relative to the drawing's corner. */
  #window(map: LeafletMap, { pixel }: Drawing): Window {
    const { x: left, y: top } = map.containerPointToLayerPoint([0, 0]).add(map.getPixelOrigin()).subtract(pixel)
    const { x: width, y: height } = map.getSize()
    return { left, top, width, height }
  }

  /** Discards all squares and draws the view again. */
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
    for (const square of this.#squares.values()) this.#remove(square)
    this.#drawing = { corner, pixel, zoom, density, side: squareSide(density), strokes }
    this.#rest()
  }

  /** The map rests: draws the view at once, and its surroundings in the next frames. */
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

  /** Draws some missing squares in the next frame. */
  #ahead(): void {
    if (this.#frame !== 0 || this.#drawing?.zoom !== this.#map?.getZoom()) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (this.#drawing?.zoom === this.#map?.getZoom()) this.#fill(PER_FRAME.visible)
    })
  }

  /** Draws up to `most` missing squares of the view; when none is missing, one beside it. */
  #fill(most: number): void {
    const [map, drawing] = [this.#map, this.#drawing]
    if (!map || !drawing) return
    const window = this.#window(map, drawing)
    const missing = (share: number) =>
      squaresIn(widened(window, share), drawing.side).filter((square) => !this.#squares.has(keyOf(square)))
    const visible = missing(0)
    for (const square of visible.slice(0, most)) this.#draw(square, drawing)
    const ahead = missing(AHEAD)
    if (visible.length === 0) for (const square of ahead.splice(0, PER_FRAME.ahead)) this.#draw(square, drawing)
    if (ahead.length > 0) this.#ahead()
    const room = Math.floor(MOST_PIXELS / (drawing.side * drawing.density) ** 2)
    const drawn = [...this.#squares.values()]
    for (const square of squaresToEvict(drawn, widened(window, AHEAD), drawing.side, room)) this.#remove(square)
  }

  #draw({ column, row }: Square, { corner, zoom, density, side, strokes }: Drawing): void {
    const metres = metresPerPixel(zoom)
    const [x, y] = toCentre(corner)
    const [west, north, line] = [x + column * side * metres, y - row * side * metres, 4 * metres]
    const box = [west, north - side * metres, west + side * metres, north] as const
    const touched = ringsIn(this.#zones, [box[0] - line, box[1] - line, box[2] + line, box[3] + line])
    const name = keyOf({ column, row })
    if (touched.length === 0) {
      this.#squares.set(name, { column, row })
      return
    }
    const pixels = Math.round(side * density)
    const canvas = paintOnce(pixels, (pen) => {
      pen.scale(pixels / side, pixels / side)
      pen.lineJoin = 'bevel'
      drawRings(
        pen,
        this.#zones,
        touched,
        { box, scale: 1 / metres },
        { fill: this.#fills ? this.#colors.fill : null, strokes },
      )
    })
    canvas.style.width = canvas.style.height = `${side}px`
    canvas.style.transform = `translate(${column * side}px, ${row * side}px)`
    this.#squares.set(name, { column, row, canvas })
    this.#element.append(canvas)
  }

  #remove(square: DrawnSquare): void {
    this.#squares.delete(keyOf(square))
    if (!square.canvas) return
    square.canvas.remove()
    // Safari frees the memory of a canvas late, but that of an empty one at once.
    square.canvas.width = 0
  }
}

/** By size. */
const scratchPens = new Map<number, OffscreenCanvasRenderingContext2D>()

/**
 * A square canvas that is drawn once and then holds a bitmap. Chromium without a GPU copies a 2D canvas in every frame that moves it, which halved the
 * frame rate of a drag on a phone's screen.
 */
function paintOnce(pixels: number, draw: (pen: OffscreenCanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const pen = scratchPens.get(pixels) ?? new OffscreenCanvas(pixels, pixels).getContext('2d')
  const holder = canvas.getContext('bitmaprenderer')
  // A phone has no memory left for canvases.
  if (!pen || !holder) return canvas
  scratchPens.set(pixels, pen)
  pen.save()
  pen.clearRect(0, 0, pixels, pixels)
  draw(pen)
  pen.restore()
  // Takes the drawing out of the scratch canvas.
  holder.transferFromImageBitmap(pen.canvas.transferToImageBitmap())
  return canvas
}
