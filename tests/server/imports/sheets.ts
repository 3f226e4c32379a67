import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTables } from '#server/tables/source-table.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

/** Headings and rows of a workbook with one sheet, as an import reads it. */
export async function sheetOf(file: Buffer): Promise<string[][]> {
  const path = join(await freshFolder(), 'problems.xlsx')
  await writeFile(path, file)
  const [table] = await readTables(path)
  const rows = []
  for await (const { cells } of table!.rows()) rows.push(cells)
  return [table!.headings, ...rows]
}
