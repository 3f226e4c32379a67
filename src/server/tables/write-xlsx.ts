import writeXlsxFile from 'write-excel-file/node'

/** A cell of Excel holds no more. */
const LONGEST_CELL = 32_767

/** Writes a workbook of texts. Each sheet begins with its headings. */
export async function writeXlsx(file: string, sheets: readonly { sheet: string; data: string[][] }[]): Promise<void> {
  const bold = (cells: string[]) => cells.map((value) => ({ value, fontWeight: 'bold' as const }))
  const cell = (value: string) => (value === '' ? null : { value: value.slice(0, LONGEST_CELL), type: String })
  const styled = sheets.map(({ sheet, data: [head = [], ...rows] }) => ({
    ...{ sheet, stickyRowsCount: 1 },
    data: [bold(head), ...rows.map((cells) => cells.map(cell))],
  }))
  await writeXlsxFile(styled).toFile(file)
}
