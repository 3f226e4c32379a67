import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font, Glyph } from 'fontkit'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { HALO_OPACITY, layOutWatermark, watermarkInk, watermarkText } from '#rules/media/watermark.ts'
import { PLAIN_MARK, type Watermark } from '../storage/picture-keys.ts'

const require = createRequire(import.meta.url)
/** Subsets of one typeface: a character is drawn with the first that has a glyph for it. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese', 'greek-ext']
const SANS = SUBSETS.map((subset) => `@fontsource/source-sans-3/files/source-sans-3-${subset}-600-normal.woff`)
/** That of headings; what it lacks is drawn with the other. */
export const SERIF = SUBSETS.slice(0, -1)
  .map((subset) => `@fontsource-variable/source-serif-4/files/source-serif-4-${subset}-wght-normal.woff2`)
  .concat(SANS)
const loaded = new Map<string, Font>()
/** Never system fonts: where they are missing, SVG text silently becomes empty boxes. Most texts need the first subset only. */
function fontOf(file: string): Font {
  const font = loaded.get(file) ?? fontkit.create(readFileSync(require.resolve(file)))
  loaded.set(file, font)
  return font
}

interface PlacedGlyph {
  glyph: Glyph
  /** Left edge, in em. */
  x: number
  unitsPerEm: number
}

/** Outlines of a line of text, 1 em high; a character without a glyph becomes the font's empty box, so that it shows. */
export function outline(text: string, files = SANS): { glyphs: PlacedGlyph[]; width: number } {
  const glyphs: PlacedGlyph[] = []
  let width = 0
  for (const { font, part } of runs(text, files)) {
    const line = font.layout(part)
    line.glyphs.forEach((glyph, index) => {
      glyphs.push({ glyph, x: width, unitsPerEm: font.unitsPerEm })
      width += line.positions[index]!.xAdvance / font.unitsPerEm
    })
  }
  return { glyphs, width }
}

/** Splits a text into parts for one subset each, so that kerning works within them. */
function runs(text: string, files: readonly string[]): { font: Font; part: string }[] {
  const list: { font: Font; part: string }[] = []
  for (const character of text) {
    const point = character.codePointAt(0)!
    const font = fontOf(files.find((file) => fontOf(file).hasGlyphForCodePoint(point)) ?? files[0]!)
    const last = list.at(-1)
    if (last?.font === font) last.part += character
    else list.push({ font, part: character })
  }
  return list
}

const round = (value: number) => Math.round(value * 100) / 100

/** Outlines as the data of an SVG path, with letters of `size` from `x` on a baseline at `y`. */
export const pathOf = (glyphs: readonly PlacedGlyph[], { size, x, y }: { size: number; x: number; y: number }) =>
  glyphs
    .map(({ glyph, x: left, unitsPerEm }) => {
      const scale = size / unitsPerEm
      return glyph.path
        .scale(scale, -scale)
        .translate(round(x + left * size), round(y))
        .toSVG()
    })
    .join('')

/**
 * The watermark as an SVG with its position in a picture of this size (pixels). Only outlines reach the SVG, never the text. `textWidth` in em, so
 * that a preview can lay it out anew.
 */
export function drawWatermark(
  mark: Watermark,
  picture: { width: number; height: number },
): { svg: Buffer; left: number; top: number; textWidth: number } | undefined {
  const text = watermarkText(mark.text)
  if (text === '') return undefined
  const { glyphs, width: textWidth } = outline(text)
  const { size: percent, opacity } = { ...PLAIN_MARK, ...mark }
  const layout = layOutWatermark(textWidth, picture, mark.position, percent)
  if (!layout) return undefined
  const { size, halo, box, left, top } = layout
  const paths = pathOf(glyphs, { size, x: halo, y: halo + size })
  const { ink, ground } = watermarkInk(mark.color)
  const faded = opacity < 100 ? ` opacity="${opacity / 100}"` : ''
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}"><g${faded}>` +
    `<path d="${paths}" fill="none" stroke="${ground}" stroke-opacity="${HALO_OPACITY}" stroke-width="${round(halo)}" stroke-linejoin="round"/>` +
    `<path d="${paths}" fill="${ink}"/></g></svg>`
  return { svg: Buffer.from(svg), left, top, textWidth }
}

/** A watermark to be composed onto a picture. */
interface RenderedWatermark {
  input: Buffer
  raw: { width: number; height: number; channels: 4 }
  left: number
  top: number
}

/** Kept marks. The pictures of a collection share a few texts and sizes, and drawing outlines takes as long as encoding a small picture. */
const rendered = new LRUCache<string, Promise<RenderedWatermark | undefined>>({ max: 200 })

/** The watermark as pixels with its position. */
export function renderWatermark(
  mark: Watermark,
  { width, height }: { width: number; height: number },
): Promise<RenderedWatermark | undefined> {
  const key = JSON.stringify([mark.text, mark.color, mark.position, mark.size, mark.opacity, width, height])
  const known = rendered.get(key)
  if (known) return known
  const drawn = drawWatermark(mark, { width, height })
  const pixels = drawn ? rasterize(drawn) : Promise.resolve(undefined)
  rendered.set(key, pixels)
  return pixels
}

async function rasterize({ svg, left, top }: { svg: Buffer; left: number; top: number }): Promise<RenderedWatermark> {
  const { data, info } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: 4 }, left, top }
}
