import * as v from 'valibot'
import { field } from './field.ts'
import { line, text } from './fields.ts'
import { TEXT } from './limits.ts'
import { FIELD } from './messages.ts'
import { scanOrder } from './scan.ts'
import { TEXT_SOURCES, type TextSource } from './text.ts'

const sources = Object.keys(TEXT_SOURCES) as TextSource[]

/** A language as a short tag (BCP 47), such as `en` or `fr-CA`; '' if it is that of the item. */
const language = v.nullish(
  v.union(
    [v.literal(''), v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/))],
    'Write the language as a short tag, such as en or fr.',
  ),
  '',
)
const words = v.nullish(text(TEXT.words), '')

const textFields = (label: string, hint: string) => ({
  text: field(words, label, { control: 'text', rows: 16, hint }),
  text_language: field(language, 'Language of the text', { control: 'line', group: 'text' }),
  text_source: field(v.nullish(v.picklist(sources, FIELD.oneOf(sources)), ''), 'Where the text comes from', {
    control: 'choice',
    choices: TEXT_SOURCES,
    group: 'text',
  }),
  text_by: field(line, 'Typed or checked by', { group: 'text' }),
})

/** What is written on a scan. */
export const scanTexts = textFields('Text', 'What is written on it, line by line.')
/** What is said in a recording. */
export const fileTexts = {
  ...textFields('Transcript', 'As WebVTT with times, so that it follows the sound; or as plain text.'),
  chapters: field(words, 'Chapters', {
    control: 'text',
    rows: 6,
    hint: 'As WebVTT: the time at which each chapter begins, and its title.',
  }),
}
/** Fields of a document or a recording. */
export const fileFields = {
  label: field(line, 'What it is', { hint: 'Such as “Side A”, or “The minutes as a PDF”.' }),
  order: scanOrder,
}
