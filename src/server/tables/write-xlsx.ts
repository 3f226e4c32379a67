import writeXlsxFile from 'write-excel-file/node'

/** A cell of Excel holds no more. */
const LONGEST_CELL = 32_767

/** A sheet of texts, the headings first. */
export interface Sheet {
  sheet: string
  data: string[][]
}

/** A workbook of texts. */
export function workbookOf(sheets: readonly Sheet[]) {
  const bold = (cells: string[]) => cells.map((value) => ({ value, fontWeight: 'bold' as const }))
  const cell = (value: string) => (value === '' ? null : { value: value.slice(0, LONGEST_CELL), type: String })
  return writeXlsxFile(
    sheets.map(({ sheet, data: [head = [], ...rows] }) => ({
      ...{ sheet, stickyRowsCount: 1 },
      data: [bold(head), ...rows.map((cells) => cells.map(cell))],
    })),
  )
}
