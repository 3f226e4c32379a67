import { type SourceRow, UnreadableFile } from './source-row.ts'

const SPACE = /\s/
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads the rows of a JSON array or FeatureCollection one at a time, with their lines, which streaming parsers don't report. Only finds where an
 * element ends (brackets, strings) and leaves the rest to JSON.parse. `onRest` gets what is beside the features of a FeatureCollection.
 */
export async function* readJsonRows(
  chunks: AsyncIterable<string>,
  onRest?: (members: Record<string, unknown>) => void,
): AsyncGenerator<SourceRow> {
  const rest = { text: '' }
  let index = 0
  for await (const { text, line } of elements(chunks, rest)) yield toRow(text, line, index++)
  const { cells } = toRow(rest.text, 1, 0)
  onRest?.(cells)
}

/** Characters kept of what is beside the rows. */
const MOST_REST = 1_000_000

/** An escape may be half of a surrogate pair, which UTF-8 can't store: the stored text would always differ from the row. */
const HALF_CHARACTER = /\\u[dD][89a-fA-F]/
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/** Roll numbers of parcels have 19 digits: as a number the last ones would change. They stay text. */
const MANY_DIGITS = /\d{16}/
const exact = (key: string, value: unknown, context: { source?: string }) =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context.source ?? value)
    : wellFormed(key, value)

const STRING_OR_SIGN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g
/** A key that an object of this valid JSON has twice; parsers would keep only one of the values. */
function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [found, colon] of text.matchAll(STRING_OR_SIGN)) {
    if (found === '{') open.push(new Set())
    else if (found === '}') open.pop()
    else if (colon !== undefined) {
      const key = JSON.parse(found.slice(0, -colon.length)) as string
      if (open.at(-1)!.has(key)) return key
      open.at(-1)!.add(key)
    }
  }
  return undefined
}

function toRow(text: string, line: number, index: number): SourceRow {
  try {
    const isPlain = !HALF_CHARACTER.test(text) && !MANY_DIGITS.test(text)
    const cells: unknown = isPlain ? JSON.parse(text) : JSON.parse(text, exact as typeof wellFormed)
    if (isRecord(cells)) {
      const twice = repeatedKey(text)
      if (twice === undefined) return { index, line, cells }
      return { index, line, cells: {}, broken: `“${twice}” is there twice. Keep one of them.` }
    }
    return { index, line, cells: {}, broken: 'A row is an object: {"column": value, …}.' }
  } catch {
    return { index, line, cells: {}, broken: 'This is not valid JSON.' }
  }
}

/** The elements of the array, as text. */
async function* elements(
  chunks: AsyncIterable<string>,
  rest: { text: string },
): AsyncGenerator<{ text: string; line: number }> {
  let line = 1
  let depth = 0
  let string = false
  let escaped = false
  /** Depth of the array's elements; 0 before it starts, -1 after it ends. */
  let inside = 0
  let word = ''
  let current: { text: string; line: number } | undefined
  /** A comma says that another row follows. */
  let comma = false

  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at]!
      if (character === '\n') line += 1
      if (inside <= 0 && rest.text.length < MOST_REST) rest.text += character
      if (string) {
        if (escaped) escaped = false
        else if (character === '\\') escaped = true
        else if (character === '"') string = false
        if (string && inside === 0 && depth === 1) word += character
        continue
      }
      if (inside < 0 && depth === 0 && !SPACE.test(character)) {
        throw new UnreadableFile(line, 'There is something after the end of the rows: one JSON array is needed.')
      }
      if (inside > 0 && depth === inside && !current) {
        if (SPACE.test(character)) continue
        if (character === ',') throw new UnreadableFile(line, 'There is a comma without a row before it. Remove it.')
        if (character === ']' && comma) {
          throw new UnreadableFile(line, 'There is a comma after the last row. Remove it.')
        }
        if (character !== ']') {
          comma = false
          current = { text: '', line }
          from = at
        }
      }
      if (character === '"') {
        string = true
        if (inside === 0 && depth === 1) word = ''
      } else if (character === '[' || character === '{') {
        if (inside === 0 && character === '[' && (depth === 0 || (depth === 1 && word === 'features')))
          inside = depth + 1
        depth += 1
      } else if (character === ']' || character === '}') {
        if (depth === inside && character !== ']') {
          throw new UnreadableFile(line, 'The array of rows ends with }, a ] is needed.')
        }
        depth -= 1
      } else if (inside === 0 && depth === 0 && !SPACE.test(character)) {
        throw new UnreadableFile(line, 'A JSON array of rows is needed.')
      }
      const ended = depth < inside
      if (current && (ended || (depth === inside && character === ','))) {
        yield { text: current.text + chunk.slice(from, at), line: current.line }
        current = undefined
        comma = !ended
      }
      if (inside > 0 && ended) {
        inside = -1
        rest.text += ']'
      }
    }
    if (current) current.text += chunk.slice(from)
  }
  if (inside === 0) throw new UnreadableFile(line, 'A JSON array of rows is needed.')
  if (inside > 0 || depth !== 0 || string) {
    throw new UnreadableFile(current?.line ?? line, 'The file ends in the middle: the JSON is not complete.')
  }
}
