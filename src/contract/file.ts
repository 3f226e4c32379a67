import * as v from 'valibot'
import { id, line } from './fields.ts'

/** What a file is, by its format. */
export type FileKind = 'document' | 'audio' | 'video'
/** Formats of files that are kept whole beside pictures, found by content: kind, media type and file extension. */
export const FILE_FORMATS = {
  pdf: ['document', 'application/pdf', 'pdf'],
  tiff: ['document', 'image/tiff', 'tif'],
  mp3: ['audio', 'audio/mpeg', 'mp3'],
  m4a: ['audio', 'audio/mp4', 'm4a'],
  ogg: ['audio', 'audio/ogg', 'ogg'],
  flac: ['audio', 'audio/flac', 'flac'],
  wav: ['audio', 'audio/wav', 'wav'],
  mp4: ['video', 'video/mp4', 'mp4'],
  webm: ['video', 'video/webm', 'webm'],
} as const satisfies Record<string, readonly [FileKind, mime: string, ending: string]>
export type FileFormat = keyof typeof FILE_FORMATS
/** Undefined for a format that is not ours. */
export const fileFormat = (format: string): (typeof FILE_FORMATS)[FileFormat] | undefined =>
  Object.hasOwn(FILE_FORMATS, format) ? FILE_FORMATS[format as FileFormat] : undefined

/** A document or a recording of an item (our addition). The pages of a document are scans, too. */
export const fileLink = v.object({
  id,
  order: v.optional(v.number(), 1),
  /** Not held against the list, which most pages need not load. */
  format: v.pipe(v.string(), v.regex(/^[a-z0-9]{3,4}$/)),
  label: v.optional(line, ''),
  file_name: v.optional(v.string(), ''),
  bytes: v.optional(v.number(), 0),
  /** The pages of a document; null for a recording. */
  pages: v.optional(v.nullable(v.number()), null),
  /** Pages of a document that are still to be drawn, and those that could not be. */
  waiting: v.optional(v.number(), 0),
  failed: v.optional(v.number(), 0),
  /** Seconds of a recording; null if not known, and for a document. */
  duration: v.optional(v.nullable(v.number()), null),
  /** Changes with the file: the first letters of its SHA-256. */
  version: v.optional(v.string(), ''),
})
export type FileLink = v.InferOutput<typeof fileLink>
