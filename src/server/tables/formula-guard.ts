/** Spreadsheets take a cell that begins so for a formula. */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** A cell that no spreadsheet runs: with an apostrophe before it where it would. */
export const guardCell = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)
/** The cell as it was before it was guarded. */
export const unguardCell = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell)
