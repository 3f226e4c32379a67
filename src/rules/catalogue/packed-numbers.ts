/**
 * Columns of numbers that compress well in JSON: numbers in base 64, with one string per digit position, lowest digit first. Similar digits are
 * then adjacent, so a compressor gets close to the entropy.
 */
type Packed = readonly string[]

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'
const BASE = 64
/** Digits of the largest safe integer. */
const MAX_DIGITS = 9
const CODES = new TextEncoder().encode(DIGITS)
const VALUE = new Uint8Array(128).fill(255)
for (let at = 0; at < BASE; at++) VALUE[CODES[at]!] = at

/** @param values whole numbers from 0 to Number.MAX_SAFE_INTEGER. */
export function packNumbers(values: ArrayLike<number>): string[] {
  const rest = Float64Array.from(values)
  const text = new TextDecoder()
  const places: string[] = []
  while (rest.some((value) => value > 0)) {
    const place = new Uint8Array(rest.length)
    for (let at = 0; at < rest.length; at++) {
      const digit = rest[at]! % BASE
      place[at] = CODES[digit]!
      rest[at] = (rest[at]! - digit) / BASE
    }
    places.push(text.decode(place))
  }
  return places
}

/** The numbers of a packed column; undefined if it is not a column of `count` numbers. */
export function unpackNumbers(packed: unknown, count: number): Float64Array | undefined {
  if (!Array.isArray(packed) || packed.length > MAX_DIGITS) return undefined
  const values = new Float64Array(count)
  let worth = 1
  for (const place of packed as unknown[]) {
    if (typeof place !== 'string' || place.length !== count) return undefined
    for (let at = 0; at < count; at++) {
      const digit = VALUE[place.charCodeAt(at)]
      if (digit === undefined || digit === 255) return undefined
      values[at]! += digit * worth
    }
    worth *= BASE
  }
  return values
}

/** A dictionary-encoded column: the distinct values, sorted, as differences; and for each row the index of its value. */
export interface PackedValues {
  different: number
  steps: Packed
  at: Packed
}

export function packValues(values: ArrayLike<number>): PackedValues {
  const sorted = [...new Set(Array.from(values))].sort((a, b) => a - b)
  const place = new Map(sorted.map((value, at) => [value, at]))
  return {
    different: sorted.length,
    steps: packNumbers(sorted.map((value, at) => value - (sorted[at - 1] ?? 0))),
    at: packNumbers(Array.from(values, (value) => place.get(value)!)),
  }
}

/** Undefined if it is not a column of `count` numbers. */
export function unpackValues({ different, steps, at }: Record<keyof PackedValues, unknown>, count: number) {
  if (typeof different !== 'number' || !Number.isInteger(different) || different < 0 || different > count)
    return undefined
  const sorted = unpackNumbers(steps, different)
  const values = unpackNumbers(at, count)
  if (!sorted || !values) return undefined
  for (let i = 1; i < different; i++) sorted[i]! += sorted[i - 1]!
  for (let i = 0; i < count; i++) {
    const value = sorted[values[i]!]
    if (value === undefined) return undefined
    values[i] = value
  }
  return values
}
