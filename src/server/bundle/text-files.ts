import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { RecordFields } from '#contract/record.ts'
import { TEXT_FILES } from '#contract/text.ts'
import { TextRefused } from '#rules/texts/read-markup.ts'
import { readText } from '#rules/texts/read-text.ts'
import { printBoxes } from '#rules/texts/word-boxes.ts'
import { foldedName, resolveBundlePath } from './bundle-path.ts'
import type { SourceRow } from '../tables/source-row.ts'

/** The folder of texts of scans: a file each, called like its picture or its id. */
export const TEXTS_FOLDER = 'texts'
const stem = (file: unknown) => foldedName(posix.parse(String(file).replaceAll('\\', '/')).name)

/** The texts of a bundle, and those that were read. */
export async function findTexts(folder: string, name: string) {
  const names = await readdir(join(folder, name)).catch(() => [])
  const texts = names.filter((each) => TEXT_FILES.some((ending) => foldedName(each).endsWith(ending))).sort()
  return { folder, read: new Set<string>(), byName: new Map(texts.map((each) => [stem(each), `${name}/${each}`])) }
}

/** A row of a scan with what its file says: its text, and what the row does not say itself. */
export async function withText(texts: Awaited<ReturnType<typeof findTexts>>, row: SourceRow): Promise<SourceRow> {
  const { text_file: named, ...cells } = row.cells
  const file = named || (texts.byName.get(stem(cells['file'] ?? '')) ?? texts.byName.get(String(cells['id'])))
  if (!file) return { ...row, cells }
  const place = await resolveBundlePath(texts.folder, String(file))
  if ('reason' in place) return { ...row, broken: place.reason }
  texts.read.add(String(file))
  if (cells['text']) return { ...row, broken: `Its text is in the column and in ${String(file)}. Keep one of the two.` }
  try {
    const { text, words, language = '' } = readText(await readFile(place.path), place.path)
    const found = { text, text_source: 'file', text_language: language, words: printBoxes(words) }
    const unsaid = Object.entries(found).filter(([field, value]) => value !== '' && !cells[field])
    return { ...row, cells: { ...cells, ...Object.fromEntries(unsaid) } }
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error
    return { ...row, broken: `${String(file)}: ${error.message}` }
  }
}

/** Writes texts beside their list, as files that are read as the same texts; others stay in their row. */
export async function* writeTexts(folder: string, rows: AsyncIterable<RecordFields>): AsyncGenerator<RecordFields> {
  for await (const row of rows) {
    const { text, ...rest } = row
    // By thousands: a bag has at most 5,000 files in a folder (release/copy/folder-writer.ts).
    const shard = `${TEXTS_FOLDER}/${Math.floor(Number(row['id']) / 1000)}`
    const text_file = `${shard}/${String(row['id'])}.txt`
    const isFile = text && row['text_source'] && !/^\s|\r|\s$/.test(String(text))
    if (isFile) {
      await mkdir(join(folder, shard), { recursive: true })
      await writeFile(join(folder, text_file), String(text))
    }
    yield isFile ? { ...rest, text_file } : row
  }
}
