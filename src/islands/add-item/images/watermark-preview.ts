import { IMAGE_WIDTHS } from '#contract/scan.ts'
import {
  HALO_OPACITY,
  layOutWatermark,
  watermarkCorner,
  watermarkedSize,
  watermarkInk,
  watermarkText,
  type WatermarkLayout,
} from '#rules/media/watermark.ts'
import { look } from '#look'
import type { DraftImage } from '#stores/add-item/draft.ts'
import type { ServerPreviews } from './server-previews.ts'

type Watermark = Pick<DraftImage, 'watermark' | 'color' | 'position'>
export interface PreviewPicture {
  /** Something to draw; undefined where the browser can't show the picture. */
  pixels: CanvasImageSource | undefined
  /** Pixels of the picture itself, upright. */
  width: number
  height: number
}

/** Used in the approximate preview only; the server draws outlines of the same typeface. */
const FONT = '600 100px "Lotline Sans", "Source Sans 3", sans-serif'

/**
 * Draws a picture with its watermark where the server would burn it in, and its corner enlarged: the server's own drawing if it gives one, else letters
 * of the page's font at the place of the shared rule. Resolves with whether it is exact. A drawing that was overtaken (`signal`) draws nothing.
 */
export async function drawPreview(
  { whole, corner }: { whole: HTMLCanvasElement; corner: HTMLCanvasElement },
  { pixels, ...size }: PreviewPicture,
  { watermark, color, position }: Watermark,
  { previews, signal }: { previews: ServerPreviews; signal: AbortSignal },
): Promise<boolean> {
  const burnt = watermarkedSize(size, IMAGE_WIDTHS.at(-1)!)
  const text = watermarkText(watermark)
  const drawn = text === '' ? { svg: '', textWidth: 0 } : await previews.watermark({ text, color, ...burnt })
  const mark = drawn?.svg ? await loadSvg(drawn.svg).catch(() => undefined) : undefined
  if (signal.aborted) return true
  const measuring = whole.getContext('2d')!
  measuring.font = FONT
  const textWidth = mark ? drawn!.textWidth : measuring.measureText(text).width / 100
  const layout = text === '' ? undefined : layOutWatermark(textWidth, burnt, position, look.watermarkSize)
  const enlarged = layout && watermarkCorner(layout, burnt)
  corner.hidden = !enlarged
  const views = [[whole, { left: 0, top: 0, ...burnt }] as const, ...(enlarged ? [[corner, enlarged] as const] : [])]
  for (const [canvas, view] of views) {
    const context = canvas.getContext('2d')!
    context.reset()
    const scale = canvas.width / view.width
    context.setTransform(scale, 0, 0, scale, -view.left * scale, -view.top * scale)
    if (pixels) context.drawImage(pixels, 0, 0, burnt.width, burnt.height)
    else {
      context.fillStyle = '#b9ae9a'
      context.fillRect(0, 0, burnt.width, burnt.height)
    }
    if (!layout) continue
    context.translate(layout.left, layout.top)
    if (mark) context.drawImage(mark, 0, 0, layout.box.width, layout.box.height)
    else drawLetters(context, text, color, layout)
  }
  return text === '' || !layout || mark !== undefined
}

function drawLetters(
  context: CanvasRenderingContext2D,
  text: string,
  color: 'black' | 'white',
  layout: WatermarkLayout,
) {
  const { ink, ground } = watermarkInk(color)
  const { size, halo } = layout
  context.font = FONT.replace('100px', `${size}px`)
  context.lineJoin = 'round'
  context.lineWidth = halo
  context.globalAlpha = (HALO_OPACITY * look.watermarkOpacity) / 100
  context.strokeStyle = ground
  context.strokeText(text, halo, halo + size)
  context.globalAlpha = look.watermarkOpacity / 100
  context.fillStyle = ink
  context.fillText(text, halo, halo + size)
}

/** As a data URL: the Content-Security-Policy allows no blob: pictures. */
async function loadSvg(svg: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  return image
}
