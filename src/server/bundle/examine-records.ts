import { createImplausible } from '#rules/people/implausible.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { closingEdges } from './cycles.ts'
import type { DoctorReport } from './doctor-report.ts'
import { exportedRows } from './exported-rows.ts'
import { LISTS, LIST_NAMES, type ListName } from './lists.ts'
import { readRow } from './read-row.ts'

/** The columns of a Feature are in its properties (see bundle-folder.ts). */
function cellsOf(list: ListName, row: Record<string, unknown>): Record<string, unknown> {
  if (list !== 'locations') return row
  return { ...(row['properties'] as object), geometry: row['geometry'] }
}

/** Validates every record as an import does (dates, choices, texts), and looks for cycles among parents. */
export async function examineRecords(db: ArchiveDatabase, { findings, notes, checked }: DoctorReport): Promise<void> {
  const implausible = createImplausible()
  for (const name of LIST_NAMES) {
    const list = LISTS[name]
    let count = 0
    for await (const row of exportedRows(db, name)) {
      count += 1
      const cells = cellsOf(name, row)
      const where = `${list.one} ${String(cells[list.key])}`
      const { row: fields, problems } = readRow(list, cells)
      for (const { field, reason } of problems) findings.push({ where, what: `${field}: ${reason}` })
      const odd = implausible(name, fields)
      if (odd) notes.push(`${where}: ${odd}`)
    }
    checked[name] = count
  }
  const relationships = await db.selectFrom('relationship').select(['person1_id as from', 'person2_id as to']).execute()
  const subjects = await db.selectFrom('subject').select(['id as to', 'subject_parent as from']).execute()
  const collections = await db.selectFrom('collection').select(['id as to', 'parent_collection as from']).execute()
  const graphs = [
    { what: 'people', edges: relationships },
    { what: 'subjects', edges: subjects },
    { what: 'collections', edges: collections },
  ]
  for (const { what, edges } of graphs) {
    const links = edges.flatMap(({ from, to }) => (from === null ? [] : [{ from, to }]))
    for (const { cycle } of closingEdges(links)) {
      findings.push({ where: what, what: `Its parents form a cycle: ${cycle.join(' → ')}.` })
    }
  }
}
