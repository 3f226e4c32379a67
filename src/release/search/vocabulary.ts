import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { VOCABULARY, type VocabularyList } from '#rules/search/vocabulary.ts'

/** 8 kB of text, 2 kB compressed. A search loads one file per word. */
const WORDS_A_FILE = 1000

/** Writes the archive's vocabulary into the folder of the search index. */
export function writeVocabulary(
  folder: string,
  words: ReadonlySet<string>,
  { version, records }: Pick<VocabularyList, 'version' | 'records'>,
  size = WORDS_A_FILE,
): void {
  const sorted = [...words].sort()
  const files: VocabularyList['files'] = []
  const under = (address: string) => join(folder, basename(dirname(address)), basename(address))
  mkdirSync(dirname(under(VOCABULARY.file(''))), { recursive: true })
  for (let from = 0; from < sorted.length; from += size) {
    const text = sorted.slice(from, from + size).join('\n')
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 10)
    writeFileSync(under(VOCABULARY.file(hash)), text)
    files.push([sorted[from]!, hash])
  }
  const list: VocabularyList = { version, records, files }
  writeFileSync(join(folder, basename(VOCABULARY.list)), JSON.stringify(list))
}
