/** As much of CBOR (RFC 8949) as Pagefind's files use: lengths, whole numbers, texts and lists. */

const NUMBER = 0
const NEGATIVE = 1
const TEXT = 3
const LIST = 4

/** Reads from the start of `bytes`; throws for what is not where it is expected. */
export function createCborReader(bytes: Buffer) {
  let at = 0
  /** The kind of the value whose head was read last. */
  let kind = 0
  /** Reads a head: its number, length or count. */
  function head(): number {
    if (at >= bytes.length) throw new Error(`The search index ends too early, at ${at}`)
    const first = bytes.readUInt8(at++)
    const short = first & 31
    kind = first >> 5
    if (short < 24) return short
    if (short > 26) throw new Error(`The search index has a value that is not known: ${first} at ${at - 1}`)
    const length = 1 << (short - 24)
    if (at + length > bytes.length) throw new Error(`The search index ends too early, at ${at}`)
    const value = bytes.readUIntBE(at, length)
    at += length
    return value
  }
  function expect(expected: number): number {
    const value = head()
    if (kind !== expected) throw new Error(`The search index has ${kind} where ${expected} was expected, at ${at}`)
    return value
  }
  function text(): string {
    const length = expect(TEXT)
    if (at + length > bytes.length) throw new Error(`The search index has a text that ends too early, at ${at}`)
    at += length
    return bytes.toString('utf8', at - length, at)
  }
  function skip(): void {
    for (let left = 1; left > 0; left--) {
      const value = head()
      if (kind === LIST) left += value
      else if (kind === TEXT) at += value
      else if (kind > NEGATIVE) throw new Error(`The search index has a value that is not known: kind ${kind} at ${at}`)
    }
  }
  return {
    text,
    number: () => expect(NUMBER),
    /** A whole number that may be below zero. */
    integer(): number {
      const value = head()
      if (kind > NEGATIVE) throw new Error(`The search index has ${kind} where a number was expected, at ${at}`)
      return kind === NEGATIVE ? -1 - value : value
    },
    list: () => expect(LIST),
    skip,
    /** The bytes of the next value as they are. */
    raw(): Buffer {
      const from = at
      skip()
      return bytes.subarray(from, at)
    },
    /** What follows, to the end. */
    rest: () => bytes.subarray(at),
  }
}

/** Writes values one after the other; what belongs to a list follows its count. */
export function createCborWriter() {
  let bytes = Buffer.allocUnsafe(4096)
  let at = 0
  function room(length: number): void {
    if (at + length <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(at + length, bytes.length * 2))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
  }
  function head(kind: number, value: number): void {
    room(5)
    if (value < 24) bytes[at++] = (kind << 5) | value
    else {
      const power = value < 0x100 ? 0 : value < 0x1_0000 ? 1 : 2
      bytes[at++] = (kind << 5) | (24 + power)
      at = bytes.writeUIntBE(value, at, 1 << power)
    }
  }
  function raw(piece: Buffer): void {
    room(piece.length)
    at += piece.copy(bytes, at)
  }
  return {
    number: (value: number) => (value < 0 ? head(NEGATIVE, -1 - value) : head(NUMBER, value)),
    list: (count: number) => head(LIST, count),
    text(text: string): void {
      const piece = Buffer.from(text)
      head(TEXT, piece.length)
      raw(piece)
    },
    raw,
    /** What was written so far, the writer being empty afterwards. */
    take(): Buffer {
      const taken = Buffer.from(bytes.subarray(0, at))
      at = 0
      return taken
    },
  }
}
export type CborReader = ReturnType<typeof createCborReader>
export type CborWriter = ReturnType<typeof createCborWriter>
