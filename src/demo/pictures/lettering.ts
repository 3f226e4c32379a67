import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

/**
 * Words drawn as outlines: SVG text would need fonts that a machine may not have, and would come out as empty boxes.
 */
export type Face = 'sans' | 'serif' | 'italic' | 'light' | 'black' | 'slanted'
const require = createRequire(import.meta.url)
const FILES: Record<Face, string> = {
  sans: '@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff',
  serif: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
  italic: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2',
  light: '@fontsource/source-sans-3/files/source-sans-3-latin-300-normal.woff',
  black: '@fontsource/source-sans-3/files/source-sans-3-latin-900-normal.woff',
  slanted: '@fontsource/source-sans-3/files/source-sans-3-latin-400-italic.woff',
}

interface Glyph {
  path: { scale(x: number, y: number): { toSVG(): string } }
  advanceWidth: number
}
interface Font {
  unitsPerEm: number
  glyphForCodePoint(code: number): Glyph
}
const fonts = new Map<Face, Font>()
const glyphs = new Map<string, { path: string; advance: number }>()

function fontOf(face: Face): Font {
  let font = fonts.get(face)
  if (font === undefined) {
    font = fontkit.create(readFileSync(require.resolve(FILES[face]))) as unknown as Font
    fonts.set(face, font)
  }
  return font
}

/** One letter at 100 units to the em, y downwards. */
function glyphOf(face: Face, letter: string): { path: string; advance: number } {
  const key = face + letter
  let glyph = glyphs.get(key)
  if (glyph === undefined) {
    const font = fontOf(face)
    const found = font.glyphForCodePoint(letter.codePointAt(0) as number)
    const scale = 100 / font.unitsPerEm
    const path = found.path
      .scale(scale, -scale)
      .toSVG()
      .replace(/-?\d+\.\d+/g, (number) => Number(number).toFixed(1))
    glyph = { path, advance: found.advanceWidth * scale }
    glyphs.set(key, glyph)
  }
  return glyph
}

export function widthOf(text: string, size: number, face: Face = 'serif', spacing = 0): number {
  return [...text].reduce((sum, letter) => sum + (glyphOf(face, letter).advance * size) / 100 + spacing, 0)
}

/** Lines that are no wider than `room`. */
export const fold = (text: string, size: number, room: number, face: Face = 'serif') =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    const fits = lines.length > 0 && widthOf(longer, size, face) < room
    return fits ? [...lines.slice(0, -1), longer] : [...lines, word]
  }, [])

interface Lettering {
  face?: Face
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  /** Extra space between letters in pixels. */
  spacing?: number
  /** The words are made smaller when they would be wider than this. */
  fit?: number
  /** Colour of the ground kept free around the letters, so that lines don't strike through them. */
  halo?: string
}

/** Words with their baseline at (x, y). */
export function words(text: string, x: number, y: number, size: number, options: Lettering = {}): string {
  const { face = 'serif', fill = '#221c18', anchor = 'start', spacing = 0, fit, halo } = options
  const natural = widthOf(text, size, face, spacing)
  const shrink = fit !== undefined && natural > fit ? fit / natural : 1
  const width = natural * shrink
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x
  const scale = (size * shrink) / 100
  let pen = 0
  let out = ''
  for (const letter of text) {
    const { path, advance } = glyphOf(face, letter)
    if (path !== '') out += `<path transform="translate(${pen.toFixed(1)} 0)" d="${path}"/>`
    pen += advance + (spacing * 100) / size
  }
  const place = `transform="translate(${left.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})"`
  const free =
    halo === undefined
      ? ''
      : `<g ${place} fill="${halo}" stroke="${halo}" stroke-width="26" stroke-linejoin="round">${out}</g>`
  return `${free}<g ${place} fill="${fill}">${out}</g>`
}
