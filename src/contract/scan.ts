import * as v from 'valibot'
import { SCAN, TEXT } from './limits.ts'
import { id, line, multipartNumber, name } from './fields.ts'
import { FIELD } from './messages.ts'

/** Spec §2 "watermark editor". */
export const WATERMARK_COLORS = ['black', 'white'] as const
export const WATERMARK_POSITIONS = ['bottom right', 'bottom left', 'top right', 'top left'] as const
export const watermarkColor = v.picklist(WATERMARK_COLORS, FIELD.oneOf(WATERMARK_COLORS))
export const watermarkPosition = v.picklist(WATERMARK_POSITIONS, FIELD.oneOf(WATERMARK_POSITIONS))

/** By how many degrees a scan is turned clockwise where it is shown. */
const TURNS = [0, 90, 180, 270]
export const scanTurn = v.picklist(TURNS, FIELD.oneOf(TURNS.map(String)))

/** A picture's `version` in a URL. */
export const pictureVersion = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))

/** Position of a scan among its item's scans, spec §9. */
export const scanOrder = v.pipe(
  v.number(FIELD.wholeNumber),
  v.safeInteger(FIELD.wholeNumber),
  v.minValue(SCAN.firstOrder, `The order starts at ${SCAN.firstOrder}.`),
)

/** Public formats, and widths in pixels (never wider than the original). */
export const IMAGE_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]
export const IMAGE_WIDTHS = [320, 640, 1280, 2048] as const
/** AVIF of a large picture takes seconds to encode: wider pictures are WebP. */
export const WIDEST_AVIF = 800

/** A scan in an item. Spec §3 has only the id; size (pixels, upright) and `version` let pages reserve space and cache the picture forever. */
export const scanLink = v.object({
  id,
  order: v.optional(v.number()),
  width: v.optional(v.nullable(v.number()), null),
  height: v.optional(v.nullable(v.number()), null),
  version: v.optional(v.string(), ''),
  /** What the picture shows, for people who do not see it. */
  alt: v.optional(line),
  /** The document (file.ts) that it is a page of, and the number of that page. */
  document: v.optional(v.nullable(id)),
  page: v.optional(v.nullable(v.number())),
  has_text: v.optional(v.boolean()),
})
export type ScanLink = v.InferOutput<typeof scanLink>

/** POST /api/scans/create/: the fields beside the file `image`, spec §7. Defaults: the society's watermark (spec §9), and the last position. */
export const scanCreate = v.object({
  item: multipartNumber(id),
  watermark: v.optional(name),
  order: v.optional(multipartNumber(scanOrder)),
  color: v.optional(watermarkColor),
  position: v.optional(watermarkPosition),
  alt: v.optional(line),
})

/** POST /api/scans/preview/: a small JPEG of a picture that a browser can't show. */
export const imagePreview = v.object({
  /** Pixels of the picture itself, upright. */
  width: v.number(),
  height: v.number(),
  /** Base64. */
  jpeg: v.string(),
})

const pixelsQuery = v.pipe(
  v.string(FIELD.wholeNumber),
  v.regex(/^[1-9]\d{0,4}$/, FIELD.wholeNumber),
  v.transform(Number),
)
/** GET /api/scans/watermark/: a watermark for a picture of this size (pixels). */
export const watermarkQuery = v.object({
  text: v.pipe(v.string(), v.maxLength(TEXT.name, FIELD.maximum(TEXT.name))),
  color: watermarkColor,
  width: pixelsQuery,
  height: pixelsQuery,
})
/** Its drawing; empty where there is nothing to draw. `textWidth` in em, for rules/media/watermark.ts. */
export const watermarkDrawing = v.object({ svg: v.string(), textWidth: v.number() })
