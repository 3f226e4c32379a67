import type { Cell, Row } from './row.ts'

function field(cell: Cell): string {
  const text = cell === null ? '' : Array.isArray(cell) ? cell.join(';') : String(cell)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180, lists separated by `;`), with the columns of the first row. */
export function csvOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => columns.map((column) => field(row[column] ?? null)).join(','))
  return `${[columns.join(','), ...lines].join('\n')}\n`
}
