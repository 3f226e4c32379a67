import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ArchiveDatabase } from '../database/open.ts'
import { answerAtOnce, publicItems } from '../oai/answer.ts'
import { createRepositories } from '../repositories/repositories.ts'
import { makeFolder } from './export-bundle.ts'
import { csvText } from './export-tables.ts'

/** Columns of a table, as the DCMI names its terms. */
const COLUMNS = [
  ...['identifier', 'title', 'creator', 'contributor', 'subject', 'description', 'publisher', 'date', 'type'],
  ...['language', 'extent', 'spatial', 'isPartOf', 'references', 'hasFormat', 'rights', 'rightsHolder', 'accessRights'],
]

/** Writes `dublin-core.xml`, and `dublin-core.csv` for spreadsheets, which our import reads. Returns how many items. @throws {FolderNotEmpty} */
export async function exportDublinCore(db: ArchiveDatabase, folder: string, site: string): Promise<number> {
  await makeFolder(folder)
  const of = createRepositories(db)
  const write = (name: string, text: AsyncIterable<string>) =>
    pipeline(text, createWriteStream(join(folder, `dublin-core.${name}`), { flush: true }))
  await write('xml', answerAtOnce(of, site))
  let count = 0
  async function* table() {
    yield COLUMNS
    for await (const { terms, page } of publicItems(of, site)) {
      count += 1
      const valuesOf = (term: string) =>
        terms.flatMap(([name, ...values]) => (name === term ? values.flatMap((each) => each || []) : []))
      // An import takes one value here. Of a word and its address, and of the type of the DCMI and ours, the second is the more exact.
      const single: Record<string, string | undefined> = {
        ...{ identifier: valuesOf('identifier')[0] ?? page, date: valuesOf('date')[0] ?? valuesOf('created')[0] },
        ...{ type: valuesOf('type').at(-1), rights: valuesOf('rights').at(-1) },
      }
      yield COLUMNS.map((term) => single[term] ?? valuesOf(term).join('; '))
    }
  }
  await write('csv', csvText(table()))
  return count
}
