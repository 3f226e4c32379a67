import { join } from 'node:path'
import { beginningEntries } from './beginnings.ts'
import { createCborReader, createCborWriter } from './cbor.ts'
import { nameOf, readPagefindFile, writePagefindFile } from './pagefind-files.ts'
import { evenChunks, wordChunks, type IndexedWord } from './word-chunks.ts'
import { lightenWord } from './word-entries.ts'

/** A file of words as the list of files tells it: Pagefind asks for it where from <= typed text <= to. */
export interface WordFile {
  from: string
  to: string
  name: string
}

/** Every word of the files `names`, in its order. Throws for files of another shape. */
export function readWords(folder: string, names: readonly string[]): IndexedWord[] {
  const words = names.flatMap((name) => readWordFile(join(folder, `${name}.pf_index`)))
  words.forEach(({ word }, at) => {
    const before = words[at - 1]?.word
    if (before !== undefined && Buffer.compare(Buffer.from(before), Buffer.from(word)) >= 0)
      throw new Error(`The search index has “${word}” after “${before}”`)
  })
  return words
}

function readWordFile(file: string): IndexedWord[] {
  const reader = createCborReader(readPagefindFile(file))
  if (reader.list() !== 1) throw new Error(`The search index has a file of words of another shape: ${file}`)
  const words = Array.from({ length: reader.list() }, () => {
    const bytes = reader.raw()
    const entry = createCborReader(bytes)
    entry.list()
    return { word: entry.text(), bytes }
  })
  if (reader.rest().length > 0) throw new Error(`The search index has a file that is longer than its words: ${file}`)
  return words
}

/** Writes words as they are, with every place that they stand at: what a search for a phrase needs. `chunk` is the bytes of a file. */
export const writeWords = (folder: string, words: readonly IndexedWord[], chunk: number): WordFile[] =>
  evenChunks(words, chunk).map(({ from, to, words }) => ({ from, to, name: writeEntries(folder, words) }))

/** Writes words with one place a page, and beginnings of a great many words in entries of their own. `pages` is the number of pages of the index. */
export function writeLightWords(
  folder: string,
  words: readonly IndexedWord[],
  pages: number,
  chunk: number,
): WordFile[] {
  const writer = createCborWriter()
  const light = words.map(({ word, bytes }) => ({ word, bytes: lightenWord(bytes, writer) }))
  const { chunks, beginnings } = wordChunks(light, chunk)
  const files = chunks.map(({ from, to, words, isToldElsewhere }) => {
    const entries = isToldElsewhere ? words.map(({ bytes }) => ({ bytes: lightenWord(bytes, writer, 'pages') })) : words
    return { from, to, name: writeEntries(folder, entries) }
  })
  for (const { beginning, bytes } of beginningEntries(light, beginnings, pages, writer))
    files.push({ from: beginning.from, to: beginning.to, name: writeEntries(folder, [{ bytes }]) })
  // Names that begin alike, one after the other, compress well.
  return files.sort((a, b) => Buffer.compare(Buffer.from(a.from), Buffer.from(b.from)))
}

/** Writes a file of entries; returns its name. */
function writeEntries(folder: string, entries: readonly { bytes: Buffer }[]): string {
  const writer = createCborWriter()
  writer.list(1)
  writer.list(entries.length)
  for (const { bytes } of entries) writer.raw(bytes)
  const bytes = writer.take()
  const name = nameOf(bytes)
  writePagefindFile(join(folder, `${name}.pf_index`), bytes, 6)
  return name
}
