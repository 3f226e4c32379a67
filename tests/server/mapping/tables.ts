import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportMapping } from '#contract/import-mapping.ts'
import { guessMapping } from '#rules/import/guess-mapping.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { isAnswered } from '#rules/import/questions.ts'
import { mapTables, type MapOptions } from '#server/mapping/map-tables.ts'
import { GUESSES } from '#server/mapping/presets.ts'
import { tableName } from '#server/mapping/survey.ts'
import type { SourceTable } from '#server/tables/source-table.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

/** A table as a reader gives it: headings, then rows. */
export const tableOf = (file: string, [headings = [], ...rows]: string[][]): SourceTable => ({
  ...{ file, headings, notices: [] },
  async *rows() {
    for (const [at, cells] of rows.entries()) yield { line: at + 2, cells }
  },
})

export const mappingOf = (tables: readonly SourceTable[], more: Partial<ImportMapping> = {}): ImportMapping => ({
  tables: tables.map((table) => guessMapping({ ...table, table: tableName(table) }, GUESSES).mapping),
  names: {},
  doubtful: 'ask',
  ...more,
})

/** Maps tables to a bundle in a folder of this test. */
export async function mapped(tables: readonly SourceTable[], options: Pick<MapOptions, 'db'> & Partial<MapOptions>) {
  const target = join(await freshFolder(), 'bundle')
  await mkdir(target)
  const mapping = options.mapping ?? mappingOf(tables)
  const isWhole = (file: string) => Promise.resolve(file.endsWith('.pdf'))
  const all = await mapTables({ ...{ tables, target, files: [], isWhole }, ...options, mapping })
  /** `questions`: those without an answer. */
  return { target, ...all, asked: all.questions, questions: all.questions.filter((each) => !isAnswered(each, mapping)) }
}

export { importBundle }
