import type { LineColors } from './zone-drawing.ts'

/** Colours of the canvas, from the custom properties of styles/tokens.css as they hold at the element. Highlights are SVG and follow by themselves. */
export function readPalette(element: HTMLElement): LineColors {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return { casing: token('--map-casing') || token('--mat'), line: token('--map-line') || token('--ink-soft') }
}

/** Calls back when the visitor's system turns dark or light. Answers what ends it. */
export function onSchemeChange(call: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', call)
  return () => dark.removeEventListener('change', call)
}
