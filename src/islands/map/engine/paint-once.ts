/** A pen on a canvas that is in the page or not. */
export type CanvasPen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

const easels = new Map<number, OffscreenCanvasRenderingContext2D | null>()

/** Where a bitmap of so many pixels a side is drawn; null in a browser that has no such thing (Safari before 16.4). */
function easel(pixels: number): OffscreenCanvasRenderingContext2D | null {
  const there = easels.get(pixels)
  if (there !== undefined) return there
  const made = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(pixels, pixels).getContext('2d')
  easels.set(pixels, made)
  return made
}

/**
 * A square canvas that is drawn once, of so many pixels a side. It holds a bitmap: a canvas that can still be drawn upon is copied by Chromium without
 * a GPU in each frame that moves it, which halved the frames of a drag on a phone's screen.
 */
export function paintOnce(pixels: number, draw: (pen: CanvasPen) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const pen = easel(pixels)
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
  // What has been drawn goes with the bitmap; the next begins on an empty ground.
  holder.transferFromImageBitmap(pen.canvas.transferToImageBitmap())
  return canvas
}
