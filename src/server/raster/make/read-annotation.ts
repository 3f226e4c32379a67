import { basename } from 'node:path'
import { parseAnnotation, type GeoreferencedMap } from '@allmaps/annotation'
import { upright, type Georeference, type PictureSize } from './georeference.ts'
import type { Point } from './mercator.ts'
import { areaOf } from '#rules/map/geometry.ts'
import { OverlayRefused } from './overlay-refused.ts'
import { nameTransformation, readTransformation } from './transformation.ts'

/** Maximum corners of a mask: every row of the picture is intersected with each of its sides. */
const MAX_CORNERS = 5_000
/** Tolerated difference in aspect ratio between the picture and the annotated one. */
const SHAPE = 0.01

/**
 * Reads a Georeference Annotation (IIIF, as written by Allmaps), or a page with one. Pixels are scaled from the size that was annotated. Image
 * servers turn a picture upright first; where the size only fits the picture as stored, pixels are taken to be counted there.
 * @throws {OverlayRefused} where it isn't one, holds several maps, or belongs to another picture.
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
  // At the same size a point stays as it is: divided and multiplied, its last digit would change with each reading.
  const scaled = (value: number, from: number, to: number) => (from === to ? value : (value / from) * to)
  const here = ([x, y]: Point): Point =>
    stored
      ? upright([scaled(x, width, size.height), scaled(y, height, size.width)], size)
      : [scaled(x, width, size.width), scaled(y, height, size.height)]
  return {
    points: map.gcps.map(({ resource, geo }, index) => ({
      number: index + 1,
      pixel: here(toPoint(resource)),
      degrees: toPoint(geo),
    })),
    transformation: readTransformation(map.transformation, name),
    mask: maskOf(map.resourceMask.map(toPoint).map(here), size, name),
    notes: [],
    annotation: map,
  }
}

const toPoint = ([x, y]: readonly number[]): Point => [x!, y!]

function parse(text: string, name: string): GeoreferencedMap {
  const refuse = (what: string): never => {
    throw new OverlayRefused(`${name} is not a Georeference Annotation: ${what}. Export it again from Allmaps.`)
  }
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refuse('it is not JSON')
  }
  let maps: GeoreferencedMap[]
  try {
    maps = parseAnnotation(normalize(json, name))
  } catch (problem) {
    if (problem instanceof OverlayRefused) throw problem
    return refuse(firstIssue(problem))
  }
  if (maps.length !== 1)
    throw new OverlayRefused(`${name} has ${maps.length} maps. Add one at a time: keep one annotation in the file.`)
  return maps[0]!
}

/** The first issue of a schema error, as `target.source.id: Required`. */
function firstIssue(problem: unknown): string {
  const issue = (problem as { issues?: { path: PropertyKey[]; message: string }[] }).issues?.[0]
  if (!issue) return problem instanceof Error ? problem.message : String(problem)
  return `${issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ` : ''}${issue.message}`
}

/** Normalises what other programs write differently to what the parser expects: names of transformations, and the polygon of the mask. */
function normalize(json: unknown, name: string): unknown {
  if (!isObject(json) || Array.isArray(json)) return json
  if (Array.isArray(json.items)) return { ...json, items: json.items.map((item) => normalize(item, name)) }
  const { target, body } = json
  const named = isObject(body) && body.transformation
  return {
    ...json,
    target: normalizeTarget(target),
    body: named ? { ...body, transformation: nameTransformation(readTransformation(named, name)) } : body,
  }
}

/** The first such tag of an SVG. By hand: a regular expression would look for its end from each “<polygon” of a text. */
function tagOf(svg: string, name: string): string {
  const start = svg.indexOf(`<${name}`)
  return start === -1 ? '' : svg.slice(start, Math.max(start, svg.indexOf('>', start)))
}

/** Other programs write other whitespace and attributes in the SVG selector than Allmaps. */
function normalizeTarget(target: unknown): unknown {
  if (!isObject(target) || !isObject(target.selector)) return target
  const { value } = target.selector
  if (typeof value !== 'string') return target
  const points = /\bpoints\s*=\s*["']([^"']+)["']/.exec(tagOf(value, 'polygon'))?.[1]
  const numbers = points?.match(/-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?/gi)?.map(Number)
  if (!numbers || numbers.length < 6 || numbers.length % 2 === 1) return target
  const svg = tagOf(value, 'svg')
  const attribute = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["'](\\d+)`).exec(svg)?.[1]
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

/** Null where the mask is the whole picture. */
function maskOf(mask: readonly Point[], { width, height }: PictureSize, name: string): readonly Point[] | null {
  const near = (value: number, ...sides: number[]) => sides.some((side) => Math.abs(value - side) <= 1)
  if (mask.length > MAX_CORNERS)
    throw new OverlayRefused(
      `${name} masks the picture with ${mask.length} corners; the maximum is ${MAX_CORNERS}. Draw its mask again.`,
    )
  if (mask.length === 4 && mask.every(([x, y]) => near(x, 0, width) && near(y, 0, height))) return null
  const within = mask.map(([x, y]): Point => [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))])
  if (areaOf(within) < 1)
    throw new OverlayRefused(`${name} masks the whole picture: nothing of the map would be left. Draw its mask again.`)
  return within
}
