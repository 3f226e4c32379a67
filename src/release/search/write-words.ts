import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { VOCABULARY, type WordFiles } from '#rules/search/vocabulary.ts'

/** 4 kB of text, 1 kB compressed. A search loads one file per word and index. */
const WORDS_A_FILE = 500

/** Writes the words of an index into its folder. Returns the list of their files. */
export function writeWords(folder: string, words: ReadonlySet<string>, prefix = '', size = WORDS_A_FILE): WordFiles {
  const sorted = [...words].sort()
  const files: WordFiles = []
  const under = (address: string) => join(folder, basename(dirname(address)), basename(address))
  mkdirSync(dirname(under(VOCABULARY.file(''))), { recursive: true })
  for (let from = 0; from < sorted.length; from += size) {
    const text = sorted.slice(from, from + size).join('\n')
    const hash = prefix + createHash('sha256').update(text).digest('hex').slice(0, 10)
    writeFileSync(under(VOCABULARY.file(hash)), text)
    files.push([sorted[from]!, hash])
  }
  return files
}
