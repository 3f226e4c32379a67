import { appendFileSync, writeFileSync } from 'node:fs'
import { csvRow } from '#rules/markup/csv.ts'
import { guardCell } from '../tables/formula-guard.ts'

/** What became of a cell: kept as it was, kept in another form, put into another field, or left out. */
export type Outcome = 'kept' | 'changed' | 'moved' | 'left out'
export type Told = [outcome: Outcome, why?: string]
export const OUTCOMES: readonly Outcome[] = ['kept', 'changed', 'moved', 'left out']

export interface ColumnLosses {
  table: string
  column: string
  counts: Record<Outcome, number>
  /** Of those left out, those of which another column of their row tells. */
  withRow: number
  /** The first few of what happened besides keeping, in words. */
  examples: string[]
}

const EXAMPLES = 3
const AT_ONCE = 500

/** Counts every cell that is not empty, once. All but the kept ones are listed in a file (CSV) that a spreadsheet opens. */
export function createLosses(path: string) {
  const columns = new Map<string, ColumnLosses>()
  let lines: string[] = []
  writeFileSync(path, '\uFEFFTable,Row,Column,Cell,What happened\r\n')
  const flush = () => {
    if (lines.length > 0) appendFileSync(path, lines.join(''))
    lines = []
  }
  return {
    path,
    add(table: string, row: number, column: string, cell: string, [outcome, why = '']: Told, isBeside = false): void {
      const place = `${table}\n${column}`
      const known = columns.get(place) ?? {
        table,
        column,
        counts: { kept: 0, changed: 0, moved: 0, 'left out': 0 },
        withRow: 0,
        examples: [],
      }
      columns.set(place, known)
      known.counts[outcome] += 1
      if (outcome === 'kept') return
      if (isBeside) known.withRow += 1
      else if (known.examples.length < EXAMPLES && !known.examples.includes(why)) known.examples.push(why)
      lines.push(csvRow([table, String(row), column, guardCell(cell), `${outcome}: ${why}`]))
      if (lines.length >= AT_ONCE) flush()
    },
    finish(): ColumnLosses[] {
      flush()
      return [...columns.values()]
    },
  }
}
