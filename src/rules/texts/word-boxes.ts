import * as v from 'valibot'
import { LIST } from '#contract/limits.ts'

/** Parts of a page's width and height in which boxes are written. */
export const WHOLE = 10_000
const part = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(WHOLE))

/** A word and its box: x and width in ten thousandths of the page's width, y and height of its height. */
const wordBox = v.tuple([v.string(), part, part, part, part])
export type WordBox = v.InferOutput<typeof wordBox>
const lines = v.array(v.pipe(v.array(wordBox), v.maxLength(LIST.ids)))

/** The words of a page where they stand, line by line, as text; '' if that is not known. */
export const printBoxes = (boxes: readonly WordBox[][]): string => (boxes.length > 0 ? JSON.stringify(boxes) : '')
export const parseBoxes = (text: string): WordBox[][] => (text === '' ? [] : (JSON.parse(text) as WordBox[][]))

/** The same in a bundle. */
export const wordBoxes = v.pipe(
  v.string(),
  v.check((text) => {
    try {
      return v.is(lines, parseBoxes(text))
    } catch {
      return false
    }
  }, 'The boxes of words are as an export writes them, or empty.'),
)
