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

/** The boxes on a page that is turned clockwise, in degrees. They are stored as they lie on the original. */
export const turnBoxes = (lines: readonly WordBox[][], turn: number): WordBox[][] =>
  lines.map((line) =>
    line.map(([word, x, y, width, height]): WordBox => {
      const [right, bottom] = [WHOLE - x - width, WHOLE - y - height]
      if (turn === 90) return [word, bottom, x, height, width]
      if (turn === 180) return [word, right, bottom, width, height]
      return turn === 270 ? [word, y, right, height, width] : [word, x, y, width, height]
    }),
  )

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

/** A word whose box may not be known. */
export type Word = readonly [string] | WordBox
const hasBox = (word: Word): word is WordBox => word.length > 1

/** What surrounds words, in pixels of a picture. Undefined where no box is known. */
export function around(words: readonly Word[], { width, height }: { width: number; height: number }) {
  let [left, top, right, bottom] = [WHOLE, WHOLE, 0, 0]
  for (const [, x, y, w, h] of words.filter(hasBox))
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + w), Math.max(bottom, y + h)]
  const part = (value: number, of: number) => Math.round((value * of) / WHOLE)
  const size = { width: part(right - left, width), height: part(bottom - top, height) }
  return right > left ? { x: part(left, width), y: part(top, height), ...size } : undefined
}

/** Words that an edit may take out at a place before the boxes after it are lost. */
const REACH = 50

/** The words of a text, line by line, with the boxes that they still have after it was edited: those of words that both have, in the same order, around what changed. */
export function placeWords(lines: readonly WordBox[][], text: string): Word[][] {
  const old = lines.flat()
  const words = text.split('\n').map((line) => line.split(/\s+/).filter((word) => word !== ''))
  const now = words.flat()
  let head = 0
  while (head < old.length && head < now.length && old[head]![0] === now[head]) head += 1
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail)![0] === now.at(-1 - tail)) tail += 1
  let from = head
  const boxes = now.map((word, at): WordBox | undefined => {
    if (at < head) return old[at]
    if (at >= now.length - tail) return old[old.length - now.length + at]
    // Between them each word takes the next one of its kind within reach, so that the work stays linear.
    const found = old.slice(from, Math.min(from + REACH, old.length - tail)).findIndex(([each]) => each === word)
    if (found === -1) return undefined
    from += found + 1
    return old[from - 1]
  })
  let at = 0
  return words.map((line) => line.map((word): Word => boxes[at++] ?? [word]))
}
/** The boxes that are left of them. */
export const keepBoxes = (lines: readonly WordBox[][], text: string): WordBox[][] =>
  placeWords(lines, text)
    .map((line) => line.filter(hasBox))
    .filter((line) => line.length > 0)
/** The same for boxes as they are stored. */
export const keepWords = (words: string, text: string): string => printBoxes(keepBoxes(parseBoxes(words), text))
