import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { csvRow } from '#rules/markup/csv.ts'
import { answerAtOnce, publicItems } from '../oai/answer.ts'
import { createRepositories } from '../repositories/repositories.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { refuseFilled } from './export-bundle.ts'
import { BOM } from './export-tables.ts'
import { guardCell } from '../tables/formula-guard.ts'

/** Columns of a table, as the DCMI names its terms. */
const COLUMNS = [
  ...['identifier', 'title', 'creator', 'contributor', 'subject', 'description', 'publisher', 'date', 'type'],
  ...['language', 'extent', 'spatial', 'isPartOf', 'references', 'hasFormat', 'rights', 'rightsHolder', 'accessRights'],
]

/** Writes `dublin-core.xml`, and `dublin-core.csv` for spreadsheets, which our import reads: a value where that takes one. Returns how many items. @throws {FolderNotEmpty} */
export async function exportDublinCore(db: ArchiveDatabase, folder: string, site: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  await refuseFilled(folder)
  const of = createRepositories(db)
  let count = 0
  const write = (name: string, text: AsyncIterable<string>) =>
    pipeline(text, createWriteStream(join(folder, `dublin-core.${name}`), { flush: true }))
  await write('xml', answerAtOnce(of, site))
  async function* rows() {
    yield `${BOM}${csvRow(COLUMNS)}`
    for await (const { terms, page } of publicItems(of, site)) {
      count += 1
      const valuesOf = (term: string) =>
        terms.flatMap(([name, ...values]) => (name === term ? values.filter((each) => each) : [])) as string[]
      const cells: Record<string, string | undefined> = {
        identifier: valuesOf('identifier')[0] ?? page,
        date: valuesOf('date')[0] ?? valuesOf('created')[0],
        // Of the DCMI and ours, a word and its address: the second is the more exact.
        ...Object.fromEntries(['type', 'rights'].map((term) => [term, valuesOf(term).at(-1)])),
      }
      yield csvRow(COLUMNS.map((term) => guardCell(term in cells ? (cells[term] ?? '') : valuesOf(term).join('; '))))
    }
  }
  await write('csv', rows())
  return count
}
