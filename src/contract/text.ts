import * as v from 'valibot'
import { id } from './fields.ts'

/** Where the words of a scan or a recording come from. */
export const TEXT_SOURCES = {
  '': 'Not said',
  typed: 'Typed',
  file: 'From a file',
  machine: 'Read by machine, not checked',
  checked: 'Checked',
  unread: 'A machine could not read it',
} as const
/** What a file with the text of a page may be called: ALTO or PAGE, hOCR, or plain. */
export const TEXT_FILES = ['.xml', '.hocr', '.html', '.htm', '.txt'] as const
export type TextSource = keyof typeof TEXT_SOURCES
const sources = Object.keys(TEXT_SOURCES) as TextSource[]

/** The text of a scan or a file of an item (our addition); exactly one of them is set. */
export const recordText = v.object({
  item: id,
  scan: v.optional(v.nullable(id), null),
  file: v.optional(v.nullable(id), null),
  text: v.string(),
  text_language: v.optional(v.string(), ''),
  text_source: v.optional(v.fallback(v.picklist(sources), ''), ''),
  text_by: v.optional(v.string(), ''),
  /** WebVTT, of a recording. */
  chapters: v.optional(v.string(), ''),
  /** Another one when something of the text changes, or where its words stand. */
  version: v.optional(v.string(), ''),
})
export type RecordText = v.InferOutput<typeof recordText>
