import * as v from 'valibot'
import { SCAN } from './limits.ts'
import { id, inForm, name } from './fields.ts'

/** Spec §2 "watermark editor". */
export const WATERMARK_COLORS = ['black', 'white'] as const
export const WATERMARK_POSITIONS = ['bottom right', 'bottom left', 'top right', 'top left'] as const
export const watermarkColor = v.picklist(WATERMARK_COLORS, `One of: ${WATERMARK_COLORS.join(', ')}.`)
export const watermarkPosition = v.picklist(WATERMARK_POSITIONS, `One of: ${WATERMARK_POSITIONS.join(', ')}.`)

/** What a picture's `version` looks like in an address. */
export const pictureVersion = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))

/** Where the order of an item's scans starts, spec §9. */
export const scanOrder = v.pipe(
  v.number('A whole number is needed.'),
  v.safeInteger('A whole number is needed.'),
  v.minValue(SCAN.firstOrder, `The order starts at ${SCAN.firstOrder}.`),
)

/** What the public gets of a picture: kinds of file, and widths in CSS pixels at which it is kept (never wider than the original). */
export const IMAGE_FORMATS = ['avif', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]
export const IMAGE_WIDTHS = [320, 640, 1280, 2048] as const
/** AVIF of a large picture takes seconds to make: it is kept up to this width, and wider pictures are WebP. */
export const WIDEST_AVIF = 800

/**
 * A scan as an item lists it: spec §3 promises the id; size (pixels, upright) and `version` (changes with the picture)
 * are our additions, which let a page reserve the place and keep the picture for ever.
 */
export const scanLink = v.object({
  id,
  order: v.optional(v.number()),
  width: v.optional(v.nullable(v.number()), null),
  height: v.optional(v.nullable(v.number()), null),
  version: v.optional(v.string(), ''),
})
export type ScanLink = v.InferOutput<typeof scanLink>

/**
 * POST /api/scans/create/: the fields beside the file `image`, spec §7. What is not said is as the society has it: its watermark (spec §9), and
 * the place after the item's last scan.
 */
export const scanCreate = v.object({
  item: inForm(id),
  watermark: v.optional(name),
  order: v.optional(inForm(scanOrder)),
  color: v.optional(watermarkColor),
  position: v.optional(watermarkPosition),
})
