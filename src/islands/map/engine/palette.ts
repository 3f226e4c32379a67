import type { LineColors } from './zone-drawing.ts'

/** Colours of the canvas, from the custom properties of styles/tokens.css. (The SVG highlights use them directly.) */
export function readPalette(element: HTMLElement): LineColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const casing = token('--map-casing') || token('--mat')
  return { casing, line: token('--map-line') || token('--ink-soft'), fill: token('--ochre') }
}
