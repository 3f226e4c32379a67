import sharp from 'sharp'
import { LINK_PREVIEW } from '#contract/limits.ts'
import { watermarkText } from '#rules/media/watermark.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { outline, pathOf, SERIF } from './watermark.ts'

/** What a link preview is drawn of: keys of a picture and of the result, or of a place the view box and the paths of what lies around it and of itself. */
export interface LinkPreview {
  names: { title: string; society: string }
  from: string | null
  to: string
  plan: string[] | undefined
}

/** The colours of the pages (styles/tokens.css). */
const INK = { paper: '#f8f4eb', mat: '#fffdf8', edge: '#ddd2be', line: '#8a7d68', brick: '#99402a', lake: '#1b5877' }
/** Around and between picture and names; the widest picture; the height of plans; the foot with the society's name. In pixels. */
const [GAP, WIDEST, PLAN_HEIGHT, FOOT] = [56, 620, 465, 64]
const [LEADING, ...SIZES] = [1.18, 84, 76, 68, 60, 52, 44, 36]
const { width, height } = LINK_PREVIEW
const widthOf = (text: string) => outline(text, SERIF).width

/** Lines of at most so many em; years in brackets stay together, and a long word, such as an address, is broken. */
function wrap(text: string, column: number): string[] {
  const lines: string[] = []
  for (const word of watermarkText(text).match(/\([^()]{1,24}\)|\S{1,20}/gu) ?? []) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOf(longer) <= column) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The names right of `left`: the title in the largest letters that fit, the society below. */
function drawNames({ title, society }: LinkPreview['names'], left: number): string {
  const column = width - GAP - left
  const room = height - 2 * GAP - FOOT
  const fits = (size: number) => {
    const lines = wrap(title, column / size)
    return lines.length * size * LEADING <= room && lines.every((line) => widthOf(line) * size <= column)
  }
  const size = SIZES.find(fits) ?? SIZES.at(-1)!
  const lines = wrap(title, column / size).slice(0, room / (size * LEADING))
  const top = GAP + (room - lines.length * size * LEADING) / 2 + size * 0.92
  const large = lines.map((line, at) =>
    pathOf(outline(line, SERIF).glyphs, { size, x: left, y: top + at * size * LEADING }),
  )
  const name = outline(watermarkText(society))
  const small = pathOf(name.glyphs, { size: Math.min(28, column / name.width), x: left, y: height - GAP - 4 })
  return `<path d="${large.join('')}" fill="#2a241c"/><path d="M${left} ${height - GAP - 48}h72" stroke="${INK.lake}" stroke-width="4"/><path d="${small}" fill="#655a49"/>`
}

/** A place among its neighbours, in the room of a picture. */
function drawPlan([view, around, here]: string[]): string {
  const room = `x="${GAP}" y="${(height - PLAN_HEIGHT) / 2}" width="${WIDEST}" height="${PLAN_HEIGHT}"`
  return `<rect ${room} fill="${INK.mat}"/><svg ${room} viewBox="${view}"><path d="${around}" fill="${INK.edge}" fill-opacity="0.45" stroke="${INK.line}" stroke-width="0.7"/><path d="${here}" fill="${INK.brick}" fill-opacity="0.3" stroke="${INK.brick}" stroke-width="2"/></svg><rect ${room} fill="none" stroke="${INK.edge}" stroke-width="2"/>`
}

/** Other sites cut pictures of other proportions: the whole picture lies on paper, beside the names. Text reaches the SVG as outlines only. */
export async function drawLinkPreview(media: MediaStore, { from, to, plan, names }: LinkPreview) {
  const fitted = from && sharp((await media.read(from))!).resize(WIDEST, height - 2 * GAP, { fit: 'inside' })
  const picture = fitted ? await fitted.toBuffer({ resolveWithObject: true }) : undefined
  const shown = picture?.info.width ?? (plan ? WIDEST : -GAP)
  const parts = (plan ? drawPlan(plan) : '') + drawNames(names, 2 * GAP + shown)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts}</svg>`
  const paper = sharp({ create: { width, height, channels: 3, background: INK.paper } })
  const layers = [{ input: Buffer.from(svg), left: 0, top: 0 }]
  if (picture) layers.push({ input: picture.data, left: GAP, top: Math.round((height - picture.info.height) / 2) })
  await media.put(to, await paper.composite(layers).jpeg({ quality: 82 }).toBuffer(), { durable: false })
  return to
}
