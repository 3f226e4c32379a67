import type { CborWriter } from './cbor.ts'
import { END, type Beginning, type IndexedWord } from './word-chunks.ts'
import { MOST_WEIGHT, readWord, writePage, type OnPage } from './word-entries.ts'

/** Weights of beginnings are told in so few steps, since they only rank: the files are a third smaller. */
const STEPS = [12, 24, 48, 96, MOST_WEIGHT]

/**
 * The entry of a beginning, in the order of `beginnings`: every page of every word that begins so, which Pagefind would otherwise have to load word by
 * word. `pages` is the number of pages of the index. One word is read at a time; for each beginning that it belongs to, three numbers a page are kept.
 */
export function* beginningEntries(
  words: readonly IndexedWord[],
  beginnings: readonly Beginning[],
  pages: number,
  writer: CborWriter,
): Generator<{ beginning: Beginning; bytes: Buffer }> {
  const open: { beginning: Beginning; sum: PageSums }[] = []
  const free: PageSums[] = []
  let next = 0
  for (let at = 0; next < beginnings.length || open.length > 0; at++) {
    for (; beginnings[next]?.first === at; next++)
      open.push({ beginning: beginnings[next]!, sum: free.pop() ?? createPageSums(pages) })
    if (open.length === 0) continue
    const { word, bytes } = words[at]!
    const shares = open.map(({ beginning }) => share(word, beginning.text))
    readWord(bytes, (on) => open.forEach(({ sum }, index) => sum.add(on, shares[index]!)))
    while (open.at(-1)?.beginning.end === at + 1) {
      const { beginning, sum } = open.pop()!
      writer.list(3)
      writer.text(beginning.text + END)
      sum.write(writer)
      writer.list(0)
      yield { beginning, bytes: writer.take() }
      free.push(sum)
    }
  }
}

/** What a word's weight counts for one who typed a beginning of it, as a part of what Pagefind will count the beginning's entry for. */
const share = (word: string, text: string) => nearness(word, text) / nearness(text + END, text)

/** How much Pagefind 1.6 makes of a word that begins with what was typed: less, the more bytes follow (its `word_length_bonus`). */
function nearness(word: string, typed: string): number {
  const bytes = Buffer.byteLength(word) - Buffer.byteLength(typed) + 1
  return Math.exp(Math.exp(-0.125 * bytes ** 2) - 1)
}

type PageSums = ReturnType<typeof createPageSums>

/** Adds up what words tell of pages, in three numbers a page. */
function createPageSums(pages: number) {
  const weights = new Float32Array(pages)
  const fields = new Uint32Array(pages)
  /** The first location plus one; 0 where the page was not told of. */
  const locations = new Uint32Array(pages)
  let count = 0
  return {
    add(on: OnPage, share: number): void {
      const { page } = on
      if (page >= pages) throw new Error(`The search index tells of page ${page}, but there are ${pages}`)
      const known = locations[page]!
      if (known === 0) count++
      // A word that is only in a title has no location of its own, and must not hide that of another.
      const location = on.weight === 0 ? UNPLACED : on.location + 1
      locations[page] = known === 0 ? location : Math.min(known, location)
      weights[page]! += on.weight * share
      fields[page]! |= on.fields
    },
    /** Writes the list of pages, and is empty again. */
    write(writer: CborWriter): void {
      writer.list(count)
      let before = 0
      for (let page = 0; count > 0; page++) {
        if (locations[page] === 0) continue
        const weight = step(weights[page]!)
        writePage(writer, { page, weight, location: locations[page]! - 1, fields: fields[page]! }, before)
        before = page
        count--
      }
      weights.fill(0)
      fields.fill(0)
      locations.fill(0)
    },
  }
}

const UNPLACED = 0xffff_ffff

function step(weight: number): number {
  if (weight === 0) return 0
  return STEPS.find((each, index) => weight <= (each + (STEPS[index + 1] ?? each)) / 2) ?? MOST_WEIGHT
}
