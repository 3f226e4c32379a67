/** A cell of a table of a bundle. */
export type Cell = string | number | null | (string | number)[]
export type Row = Record<string, Cell>
