import type { LineColors } from './zone-drawing.ts'

/** An empty square canvas. */
export function blank(pixels: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  return canvas
}

/** Pixels between two lines, a share of a square's side. */
const HATCH = 8

/** Lines from corner to corner, each beside one of the opposite brightness. */
export function hatching(pen: OffscreenCanvasRenderingContext2D, { casing, line }: LineColors): CanvasPattern | string {
  const tile = new OffscreenCanvas(HATCH, HATCH)
  const own = tile.getContext('2d')
  if (!own) return line
  for (const [color, beside] of [
    [casing, 1.4],
    [line, 0],
  ] as const) {
    own.strokeStyle = color
    own.beginPath()
    // Across the corners, too, where tiles meet.
    for (const x of [-HATCH, 0, HATCH]) {
      own.moveTo(x - 1 + beside, HATCH + 1)
      own.lineTo(x + HATCH + 1 + beside, -1)
    }
    own.stroke()
  }
  return pen.createPattern(tile, 'repeat') ?? line
}

/** By size. */
const scratchPens = new Map<number, OffscreenCanvasRenderingContext2D>()

/**
 * Draws a square canvas, which then holds a bitmap. Chromium without a GPU copies a 2D canvas in every frame that moves it, which halved the
 * frame rate of a drag on a phone's screen.
 */
export function paint(
  canvas: HTMLCanvasElement,
  draw: (pen: OffscreenCanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const { width: pixels } = canvas
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
