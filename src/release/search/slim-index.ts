import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { phrasesOf } from '#rules/search-phrases.ts'
import { createCborReader, createCborWriter } from './cbor.ts'
import { nameOf, readPagefindFile, writePagefindFile } from './pagefind-files.ts'
import { adaptPrograms } from './programs.ts'
import { renameRecords, type Page, type ShownRecord } from './record-files.ts'
import { readWords, writeLightWords, writeWords, type WordFile } from './word-files.ts'

/** The release of Pagefind whose files and whose ranking are known here. */
const KNOWN = /^1\.6\./
/** A word of its own is worth a request, and a few hundred files are a short list. */
const CHUNK = 32_000
/** Lengths of texts, which only rank, are told in steps of so many words: less to tell of every page. */
const LENGTH_STEP = 32

type ShownOf = (url: string) => ShownRecord | undefined
interface Language {
  hash: string
}
interface Entry {
  version: string
  languages: Record<string, Language>
}

/**
 * Makes the index that Pagefind wrote in `folder` light for a first visit, in Pagefind's own formats: records are called by what they are
 * (rules/search-ids) instead of by random names, what is only shown is told with a record instead of being searched, words lie in small files and
 * tell one place a page, and beginnings of a great many words are told in one file. All places of words, which searches for phrases need, are an index
 * of their own, under the name of a language (`phrasesOf`). `shownOf` is asked for the address of every record; where it is null, nothing that the index
 * holds is told, since Pagefind's program starts with no index that has no record at all. `chunk` is the bytes of a file of words before compression.
 * Throws for an index of another shape.
 */
export function slimIndex(folder: string, shownOf: ShownOf | null, chunk = CHUNK): void {
  const entryFile = join(folder, 'pagefind-entry.json')
  const entry = readEntry(entryFile)
  const [named, ...others] = Object.entries(entry.languages)
  if (others.length > 0)
    throw new Error(`The search index is in several languages: ${Object.keys(entry.languages).join()}`)
  if (named) {
    const [language, of] = named
    const { words, phrases } = slimLanguage(folder, language, of.hash, shownOf, chunk)
    const told = shownOf ? of : { ...of, page_count: 0 }
    const languages = { [language]: { ...told, hash: words }, [phrasesOf(language)]: { ...told, hash: phrases } }
    writeFileSync(entryFile, JSON.stringify({ ...entry, languages }))
  }
  adaptPrograms(folder)
}

function readEntry(file: string): Entry {
  const entry = JSON.parse(readFileSync(file, 'utf8')) as Partial<Entry>
  if (!KNOWN.test(entry.version ?? '') || typeof entry.languages !== 'object')
    throw new Error(`The search index is of Pagefind ${entry.version}: its files are not known`)
  return entry as Entry
}

function slimLanguage(
  folder: string,
  language: string,
  hash: string,
  shownOf: ShownOf | null,
  chunk: number,
): { words: string; phrases: string } {
  const metaFile = (name: string) => join(folder, `pagefind.${name}.pf_meta`)
  const { version, rest, ...indexed } = readMeta(readPagefindFile(metaFile(hash)))
  const { pages, files } = shownOf ? indexed : { pages: [], files: [] }
  const names = renameRecords(join(folder, 'fragment'), pages, (url) => shownOf?.(url))
  const index = join(folder, 'index')
  const words = readWords(index, files)
  rmSync(metaFile(hash))
  rmSync(index, { recursive: true })
  mkdirSync(index)
  const writeMeta = (name: string, wordFiles: readonly WordFile[]) => {
    const writer = createCborWriter()
    writer.list(META_PARTS)
    writer.raw(version)
    writer.list(pages.length)
    pages.forEach((page, at) => {
      writer.list(3)
      writer.text(names[at]!)
      writer.number(roughly(page.words))
      writer.text('')
    })
    writer.list(wordFiles.length)
    for (const { from, to, name } of wordFiles) {
      writer.list(3)
      for (const text of [from, to, name]) writer.text(text)
    }
    writer.raw(rest)
    const bytes = writer.take()
    const called = `${name}_${nameOf(bytes)}`
    writePagefindFile(metaFile(called), bytes, 9)
    return called
  }
  return {
    words: writeMeta(language, writeLightWords(index, words, pages.length, chunk)),
    phrases: writeMeta(phrasesOf(language), writeWords(index, words, chunk)),
  }
}

/** Version, pages, files of words; filters, orders and names of fields follow. */
const META_PARTS = 6

function readMeta(bytes: Buffer): { version: Buffer; pages: Page[]; files: string[]; rest: Buffer } {
  const meta = createCborReader(bytes)
  const expectParts = (parts: number) => {
    const found = meta.list()
    if (found !== parts) throw new Error(`The list of the search index has ${found} parts where ${parts} were expected`)
  }
  expectParts(META_PARTS)
  const version = meta.raw()
  const pages = Array.from({ length: meta.list() }, () => {
    expectParts(3)
    return { hash: meta.text(), words: meta.number(), group: meta.text() }
  })
  const files = Array.from({ length: meta.list() }, () => {
    expectParts(3)
    meta.skip()
    meta.skip()
    return meta.text()
  })
  return { version, pages, files, rest: meta.rest() }
}

const roughly = (words: number) => Math.max(1, Math.round(words / LENGTH_STEP) * LENGTH_STEP)
