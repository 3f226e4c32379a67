/** A pen on a canvas that is in the page or not. */
type CanvasPen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

const scratchContexts = new Map<number, OffscreenCanvasRenderingContext2D | null>()

/** Cached by size; null in browsers without OffscreenCanvas (Safari before 16.4). */
function scratchContext(pixels: number): OffscreenCanvasRenderingContext2D | null {
  const cached = scratchContexts.get(pixels)
  if (cached !== undefined) return cached
  const made = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(pixels, pixels).getContext('2d')
  scratchContexts.set(pixels, made)
  return made
}

/**
 * A square canvas that is drawn once and then holds a bitmap. Chromium without a GPU copies a 2D canvas in every frame that moves it, which halved the
 * frame rate of a drag on a phone's screen.
 */
export function paintOnce(pixels: number, draw: (pen: CanvasPen) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const pen = scratchContext(pixels)
  const holder = pen && canvas.getContext('bitmaprenderer')
  if (!holder) {
    const own = canvas.getContext('2d')
    if (own) draw(own)
    return canvas
  }
  pen.save()
  pen.clearRect(0, 0, pixels, pixels)
  draw(pen)
  pen.restore()
  // Takes the drawing out of the scratch canvas.
  holder.transferFromImageBitmap(pen.canvas.transferToImageBitmap())
  return canvas
}
