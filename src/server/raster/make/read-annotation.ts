import { basename } from 'node:path'
import { parseAnnotation } from '@allmaps/annotation'
import type { GeoreferencedMap } from '@allmaps/annotation'
import { upright } from './georeference.ts'
import type { Georeference, PictureSize } from './georeference.ts'
import type { Point } from './mercator.ts'
import { area } from './polygon.ts'
import { OverlayRefused } from './refused.ts'
import { nameTransformation, readTransformation } from './transformation.ts'

/** Corners that a mask may have: it is asked of every row of the picture which of its sides it crosses. */
const MOST_CORNERS = 5_000
/** How far the shape of the picture may be from the one that was annotated. */
const SHAPE = 0.01

/**
 * A Georeference Annotation (IIIF Georeference Extension, as Allmaps writes it), or a page with one. It may have been made on another size of
 * the same picture: pixels come out in the size given. An image server turns a picture upright before it is annotated; where the size
 * that is told fits only the picture as it is stored, its pixels are taken to be counted there.
 * @throws {OverlayRefused} where it is none, holds several maps, or is one of another picture.
 */
export function readAnnotation(text: string, file: string, size: PictureSize): Georeference {
  const name = basename(file)
  const map = parse(text, name)
  const { width = size.width, height = size.height } = map.resource
  const fits = (wide: number, high: number) => Math.abs(width / height / (wide / high) - 1) <= SHAPE
  const stored = !fits(size.width, size.height) && size.orientation >= 5 && fits(size.height, size.width)
  if (!stored && !fits(size.width, size.height))
    throw new OverlayRefused(
      `${name} was made on a picture of ${width} × ${height} pixels, and this one has ${size.width} × ${size.height}: another shape. Annotate this picture, or add the one that was annotated.`,
    )
  const here = (point: Point): Point =>
    stored
      ? upright([(point[0] / width) * size.height, (point[1] / height) * size.width], size)
      : [(point[0] / width) * size.width, (point[1] / height) * size.height]
  return {
    points: map.gcps.map(({ resource, geo }, index) => ({
      number: index + 1,
      pixel: here(resource as unknown as Point),
      degrees: geo as unknown as Point,
    })),
    transformation: readTransformation(map.transformation, name),
    mask: maskOf((map.resourceMask as unknown as Point[]).map(here), size, name),
    notes: [],
    kept: map,
  }
}

function parse(text: string, name: string): GeoreferencedMap {
  const refuse = (what: string): never => {
    throw new OverlayRefused(`${name} is no Georeference Annotation: ${what}. Export it again from Allmaps.`)
  }
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refuse('it is no JSON')
  }
  let maps: GeoreferencedMap[]
  try {
    maps = parseAnnotation(tidy(json, name))
  } catch (problem) {
    if (problem instanceof OverlayRefused) throw problem
    return refuse(firstIssue(problem))
  }
  if (maps.length !== 1)
    throw new OverlayRefused(
      `${name} holds ${maps.length} maps; one at a time can be added. Keep one annotation in the file.`,
    )
  return maps[0]!
}

/** What a schema says first, as `target.source.id: Required`. */
function firstIssue(problem: unknown): string {
  const issue = (problem as { issues?: { path: PropertyKey[]; message: string }[] }).issues?.[0]
  if (!issue) return problem instanceof Error ? problem.message : String(problem)
  return `${issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ` : ''}${issue.message}`
}

/** Brings what others write otherwise into the form that the parser knows: the names of transformations, and the polygon of the mask. */
function tidy(json: unknown, name: string): unknown {
  if (!isObject(json)) return json
  if (Array.isArray(json.items)) return { ...json, items: json.items.map((item) => tidy(item, name)) }
  const { target, body } = json
  const named = isObject(body) && body.transformation
  return {
    ...json,
    target: tidyTarget(target),
    body: named ? { ...body, transformation: nameTransformation(readTransformation(named, name)) } : body,
  }
}

/** An SVG selector may have other blanks and attributes than Allmaps gives it. */
function tidyTarget(target: unknown): unknown {
  if (!isObject(target) || !isObject(target.selector)) return target
  const { value } = target.selector
  if (typeof value !== 'string') return target
  const points = /<polygon\b[^>]*\bpoints\s*=\s*["']([^"']+)["']/.exec(value)?.[1]
  const numbers = points?.match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi)?.map(Number)
  if (!numbers || numbers.length < 6 || numbers.length % 2 === 1) return target
  const attribute = (name: string) => new RegExp(`<svg\\b[^>]*\\b${name}\\s*=\\s*["'](\\d+)`).exec(value)?.[1]
  const [width, height] = [attribute('width'), attribute('height')]
  const pairs = Array.from({ length: numbers.length / 2 }, (_, at) =>
    [numbers[2 * at]!, numbers[2 * at + 1]!].map((each) => Number(each.toFixed(3))).join(','),
  )
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  return {
    ...target,
    selector: { ...target.selector, value: `<svg${size}><polygon points="${pairs.join(' ')}" /></svg>` },
  }
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A mask that is the picture itself is none. */
function maskOf(mask: readonly Point[], { width, height }: PictureSize, name: string): readonly Point[] | null {
  const near = (value: number, ...sides: number[]) => sides.some((side) => Math.abs(value - side) <= 1)
  if (mask.length > MOST_CORNERS)
    throw new OverlayRefused(
      `${name} masks the picture with ${mask.length} corners; up to ${MOST_CORNERS} can be taken. Draw its mask again.`,
    )
  if (mask.length === 4 && mask.every(([x, y]) => near(x, 0, width) && near(y, 0, height))) return null
  const within = mask.map(([x, y]): Point => [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))])
  if (area(within) < 1)
    throw new OverlayRefused(`${name} masks the whole picture: nothing of the map would be left. Draw its mask again.`)
  return within
}
