const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** A row of a CSV file (RFC 4180). */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
