import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import type { Font, Glyph } from 'fontkit'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { Watermark } from '../storage/picture-keys.ts'

/** Letter height relative to the square root of the picture's area, and its minimum in pixels. */
const LETTER_HEIGHT = 0.032
const LEAST_LETTER_HEIGHT = 6
/** The maximum part of the picture's width or height. */
const WIDEST = 0.9

const require = createRequire(import.meta.url)
/** Subsets of one typeface: a character is drawn with the first that has a glyph for it. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']
let loaded: Font[] | undefined
/** Never system fonts: where they are missing, SVG text silently becomes empty boxes. */
function fonts(): Font[] {
  loaded ??= SUBSETS.map((subset) => {
    const path = require.resolve(`@fontsource/source-sans-3/files/source-sans-3-${subset}-600-normal.woff`)
    return fontkit.create(readFileSync(path)) as Font
  })
  return loaded
}

interface PlacedGlyph {
  glyph: Glyph
  /** Left edge, in em. */
  x: number
  unitsPerEm: number
}

/** Outlines of a line of text, 1 em high; a character without a glyph becomes the font's empty box, so that it shows. */
function outline(text: string): { glyphs: PlacedGlyph[]; width: number } {
  const glyphs: PlacedGlyph[] = []
  let width = 0
  for (const { font, part } of runs(text)) {
    const line = font.layout(part)
    line.glyphs.forEach((glyph, index) => {
      glyphs.push({ glyph, x: width, unitsPerEm: font.unitsPerEm })
      width += line.positions[index]!.xAdvance / font.unitsPerEm
    })
  }
  return { glyphs, width }
}

/** Splits a text into parts for one subset each, so that kerning works within them. */
function runs(text: string): { font: Font; part: string }[] {
  const list: { font: Font; part: string }[] = []
  for (const character of text) {
    const point = character.codePointAt(0)!
    const font = fonts().find((each) => each.hasGlyphForCodePoint(point)) ?? fonts()[0]!
    const last = list.at(-1)
    if (last?.font === font) last.part += character
    else list.push({ font, part: character })
  }
  return list
}

const round = (value: number) => Math.round(value * 100) / 100

/** The watermark as an SVG with its position in a picture of this size (pixels). Only outlines reach the SVG, never the text. */
export function drawWatermark(
  mark: Watermark,
  picture: { width: number; height: number },
): { svg: Buffer; left: number; top: number } | undefined {
  const text = mark.text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if (text === '') return undefined
  const { glyphs, width } = outline(text)
  const wanted = Math.max(LEAST_LETTER_HEIGHT, LETTER_HEIGHT * Math.sqrt(picture.width * picture.height))
  // 1.25 em hold ascenders, descenders and the halo.
  const size = Math.min(wanted, (WIDEST * picture.width) / (width + 0.3), (WIDEST * picture.height) / 1.4)
  const halo = size * 0.14
  const box = { width: Math.ceil(width * size + 2 * halo), height: Math.ceil(1.25 * size + 2 * halo) }
  if (box.width > picture.width || box.height > picture.height) return undefined

  const paths = glyphs
    .map(({ glyph, x, unitsPerEm }) => {
      const scale = size / unitsPerEm
      return glyph.path
        .scale(scale, -scale)
        .translate(round(halo + x * size), round(halo + size))
        .toSVG()
    })
    .join('')
  const [ink, ground] = mark.color === 'black' ? ['#000', '#fff'] : ['#fff', '#000']
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}">` +
    `<path d="${paths}" fill="none" stroke="${ground}" stroke-opacity="0.55" stroke-width="${round(halo)}" stroke-linejoin="round"/>` +
    `<path d="${paths}" fill="${ink}"/></svg>`

  const margin = Math.min(size * 0.5, (picture.width - box.width) / 2, (picture.height - box.height) / 2)
  const [vertical, horizontal] = mark.position.split(' ')
  return {
    svg: Buffer.from(svg),
    left: Math.round(horizontal === 'left' ? margin : picture.width - box.width - margin),
    top: Math.round(vertical === 'top' ? margin : picture.height - box.height - margin),
  }
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
  const key = JSON.stringify([mark.text, mark.color, mark.position, width, height])
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
