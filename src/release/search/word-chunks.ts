/** A word of the index, with its entry as it stands in Pagefind's files. */
export interface IndexedWord {
  word: string
  bytes: Buffer
}

/**
 * The texts for which Pagefind asks for a file: for each that lies from..to. Where there is no such file, it asks for every one whose `from` and `to`, cut
 * to the length of the text (or the text to theirs), leave room for it.
 */
interface Asked {
  from: string
  to: string
}
export interface WordChunk extends Asked {
  words: readonly IndexedWord[]
  /** Whether a beginning tells of these words as well. */
  isToldElsewhere?: boolean
}
/** Words first..end, all of which begin with `text`, and lie in several files; asked for by `text` and shorter texts that only these words begin with. */
export interface Beginning extends Asked {
  text: string
  first: number
  end: number
}

/** Ends the name of a beginning, so that it is never taken for a word: what is typed is split at spaces. It sorts before every letter. */
export const END = ' '

/**
 * Divides words, in their order, into files of about `most` bytes, so that who types a beginning gets every word that begins so: in one file, or,
 * where they do not fit one, in the entry of a beginning. Beginnings are told in order, a shorter one before the longer ones that begin with it.
 */
export function wordChunks(
  words: readonly IndexedWord[],
  most: number,
): { chunks: WordChunk[]; beginnings: Beginning[] } {
  const letters = words.map(({ word }) => [...word])
  const sums = [0]
  for (const { bytes } of words) sums.push(sums.at(-1)! + bytes.length)
  const size = (from: number, to: number) => sums[to]! - sums[from]!
  const chunks: WordChunk[] = []
  const beginnings: Beginning[] = []

  function tell(first: number, end: number, depth: number): void {
    const text = letters[first]!.slice(0, depth).join('')
    const last = beginnings.at(-1)
    if (last?.first === first && last.end === end) Object.assign(last, { text, to: text + END })
    else beginnings.push({ text, from: text, to: text + END, first, end })
  }
  /** Words from..to begin with the same `depth` letters. */
  function divide(from: number, to: number, depth: number): void {
    if (to - from < 2 || size(from, to) <= most) return void chunks.push(chunkOf(words.slice(from, to)))
    if (depth > 0) tell(from, to, depth)
    // Words that share a file, as long as more may join them: no file holds the end of one divided beginning and another.
    let open = from
    const close = (at: number) => {
      if (open < at) chunks.push(chunkOf(words.slice(open, at)))
    }
    for (let begin = from; begin < to;) {
      let end = begin + 1
      while (end < to && letters[end]![depth] === letters[begin]![depth]) end++
      if (letters[begin]![depth] === undefined) {
        chunks.push(besideOthers(words[begin]!))
        open = end
      } else if (size(begin, end) > most) {
        close(begin)
        divide(begin, end, depth + 1)
        open = end
      } else if (size(open, end) > most) {
        close(begin)
        open = begin
      }
      begin = end
    }
    close(to)
  }
  if (words.length > 0) divide(0, words.length, 0)
  return { chunks, beginnings }
}

/** Divides words, in their order, into files of about `most` bytes, for searches that ask for whole words alone. */
export function evenChunks(words: readonly IndexedWord[], most: number): WordChunk[] {
  const chunks: WordChunk[] = []
  let open: IndexedWord[] = []
  let size = 0
  for (const each of words) {
    if (open.length > 0 && size + each.bytes.length > most) {
      chunks.push(chunkOf(open))
      open = []
      size = 0
    }
    open.push(each)
    size += each.bytes.length
  }
  if (open.length > 0) chunks.push(chunkOf(open))
  return chunks
}

const chunkOf = (words: readonly IndexedWord[]): WordChunk => ({ from: words[0]!.word, to: words.at(-1)!.word, words })

/**
 * A word with which words in other files begin. Nothing lies between these bounds: Pagefind asks for this file only where a text goes on after the word as
 * no word does (somebody types “fishin”, and the index knows “fishing” as “fish”).
 */
const besideOthers = (word: IndexedWord): WordChunk => ({
  from: word.word + END,
  to: word.word,
  words: [word],
  isToldElsewhere: true,
})
