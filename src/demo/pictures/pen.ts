/** Small SVG vocabulary for the drawings; coordinates in pixels, rounded to a tenth. */
export type XY = readonly [x: number, y: number]
const n = (value: number): string => (Math.round(value * 10) / 10).toString()

/** Fill and stroke are made transparent, not the shape: for `opacity` librsvg composes a layer of its own, half the time of all drawings. */
const attributes = (extra: string): string =>
  extra === '' ? '' : ` ${extra.replace(/(?<![-\w])opacity=("[^"]*")/, 'fill-opacity=$1 stroke-opacity=$1')}`
export const rect = (x: number, y: number, w: number, h: number, fill: string, extra = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" fill="${fill}"${attributes(extra)}/>`
export const poly = (points: readonly XY[], fill: string, extra = ''): string =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}"${attributes(extra)}/>`
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, extra = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${attributes(extra)}/>`
export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 1, extra = ''): string =>
  `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}" stroke-width="${n(width)}"${attributes(extra)}/>`
export const path = (d: string, fill: string, extra = ''): string =>
  `<path d="${d}" fill="${fill}"${attributes(extra)}/>`
/** An open curve through its points, for wire, rigging and handwriting. */
export const stroke = (d: string, colour: string, width: number, extra = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${attributes(extra)}/>`

let gradients = 0
/** A vertical gradient; returns its definition and how to name it. Numbered per picture: call resetGradients first. */
export function gradient(
  stops: readonly [offset: number, colour: string][],
  vector = 'x1="0" y1="0" x2="0" y2="1"',
): { defs: string; fill: string } {
  const id = `g${gradients++}`
  const body = stops.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('')
  return { defs: `<defs><linearGradient id="${id}" ${vector}>${body}</linearGradient></defs>`, fill: `url(#${id})` }
}
export function radial(
  inner: string,
  outer: string,
  at = 'cx="0.5" cy="0.4" r="0.75"',
  innerStop = 0,
): { defs: string; fill: string } {
  const id = `g${gradients++}`
  return {
    defs: `<defs><radialGradient id="${id}" ${at}><stop offset="${innerStop}" stop-color="${inner}"/><stop offset="1" stop-color="${outer}"/></radialGradient></defs>`,
    fill: `url(#${id})`,
  }
}
export function resetGradients(): void {
  gradients = 0
}

/** A colour lighter (k > 0) or darker (k < 0), k from -1 to 1. */
export function shade(colour: string, k: number): string {
  const value = parseInt(colour.slice(1), 16)
  const mix = (channel: number): number => Math.round(k < 0 ? channel * (1 + k) : channel + (255 - channel) * k)
  return `#${[(value >> 16) & 255, (value >> 8) & 255, value & 255].map((c) => mix(c).toString(16).padStart(2, '0')).join('')}`
}
