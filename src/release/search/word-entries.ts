import { createCborReader, type CborReader, type CborWriter } from './cbor.ts'

/** What a search needs to know of a word on a page. Pagefind counts a word of plain text as 24. */
export interface OnPage {
  /** Place of the page in the list of pages. */
  page: number
  /** Of all places together, at most 255; 0 where the word stands in no text but a field of `fields`. */
  weight: number
  /** Number of the first word of the text that it is. */
  location: number
  /** Fields of the record (its title) that hold the word: bit 0 is the first of Pagefind's list. */
  fields: number
}

/** Pagefind's own bounds and its weight of a word whose weight is not told. */
export const MOST_WEIGHT = 255
const UNTOLD_WEIGHT = 25
const MOST_FIELDS = 30

/**
 * The entry of a word with one location a page, the first, that has the weight of all; or with its pages alone, which are found by it and rank last.
 * Throws for an entry of another shape than Pagefind 1.6 writes:
 * the word, its pages, and its pages in other spellings (with accents).
 */
export function lightenWord(entry: Buffer, writer: CborWriter, keep: 'locations' | 'pages' = 'locations'): Buffer {
  const reader = createCborReader(entry)
  const pages = () => {
    const count = reader.list()
    writer.list(count)
    let before = 0
    readPages(reader, count, (on) => {
      if (keep === 'pages') on.weight = 0
      writePage(writer, on, before)
      before = on.page
    })
  }
  expectParts(reader, 3, 'a word')
  writer.list(3)
  writer.text(reader.text())
  pages()
  const spellings = reader.list()
  writer.list(spellings)
  for (let left = spellings; left > 0; left--) {
    expectParts(reader, 2, 'a spelling')
    writer.list(2)
    writer.text(reader.text())
    pages()
  }
  if (reader.rest().length > 0) throw new Error('The search index says more of a word than is known')
  return writer.take()
}

/** Tells every page that a word is on, once for each way that it is spelled there; the object told is the same every time. */
export function readWord(entry: Buffer, onPage: (on: OnPage) => void): void {
  const reader = createCborReader(entry)
  reader.list()
  reader.text()
  readPages(reader, reader.list(), onPage)
  for (let left = reader.list(); left > 0; left--) {
    reader.list()
    reader.text()
    readPages(reader, reader.list(), onPage)
  }
}

function expectParts(reader: CborReader, count: number, of: string): void {
  const found = reader.list()
  if (found !== count) throw new Error(`The search index tells ${of} in ${found} parts, not in ${count}`)
}

function readPages(reader: CborReader, count: number, onPage: (on: OnPage) => void): void {
  const on: OnPage = { page: 0, weight: 0, location: 0, fields: 0 }
  for (let left = count; left > 0; left--) {
    expectParts(reader, 3, 'a page')
    on.page += reader.number()
    readLocations(reader, on)
    readFields(reader, on)
    onPage(on)
  }
}

/** Locations are steps from the one before; a number below zero is the weight of those that follow, and starts anew. */
function readLocations(reader: CborReader, on: OnPage): void {
  let weight = UNTOLD_WEIGHT
  let at = 0
  let sum = 0
  let first = Infinity
  for (let left = reader.list(); left > 0; left--) {
    const step = reader.integer()
    if (step < 0) {
      weight = Math.min(MOST_WEIGHT, -1 - step)
      at = 0
    } else {
      at += step
      sum += weight
      first = Math.min(first, at)
    }
  }
  on.weight = Math.min(MOST_WEIGHT, sum)
  on.location = first === Infinity ? 0 : first
}

function readFields(reader: CborReader, on: OnPage): void {
  on.fields = 0
  let field = 0
  for (let left = reader.list(); left > 0; left--) {
    const step = reader.integer()
    if (step < 0) field = -1 - step
    else if (field >= MOST_FIELDS) throw new Error(`The search index has a field that is not known: ${field}`)
    else on.fields |= 1 << field
  }
}

/** Writes a page of a word, `before` being the page written before it: one location that has the weight of all. */
export function writePage(writer: CborWriter, { page, weight, location, fields }: OnPage, before: number): void {
  writer.list(3)
  writer.number(page - before)
  if (weight === 0) writer.list(0)
  else {
    writer.list(2)
    writer.number(-1 - weight)
    writer.number(location)
  }
  writer.list(2 * bits(fields))
  for (let field = 0; field < MOST_FIELDS; field++)
    if (fields & (1 << field)) {
      writer.number(-1 - field)
      writer.number(0)
    }
}

function bits(fields: number): number {
  let count = 0
  for (let left = fields; left > 0; left &= left - 1) count++
  return count
}
