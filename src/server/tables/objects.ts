import { foreignSystem, intoDegrees, refuseForeign } from './crs.ts'
import { readJsonRows } from './read-json.ts'
import { UnreadableFile } from './source-row.ts'
import { type RawRow, type RawTable, UnreadableTable } from './table.ts'
import { findEncoding, readText } from './text.ts'

const isPlain = (value: unknown) => value === null || typeof value !== 'object'
/** Lists of plain values are separated by semicolons; what is deeper stays JSON. */
function textOf(value: unknown): string {
  if (isPlain(value)) return String(value ?? '')
  return Array.isArray(value) && value.every(isPlain) ? value.map(textOf).join('; ') : JSON.stringify(value)
}

type ObjectRow = { cells: Record<string, unknown> }

/** Rows of objects as a table, whose headings are all of their keys. They are counted: a whole file may be one line. */
export function tableOfObjects(readRows: () => AsyncIterable<ObjectRow> | Iterable<ObjectRow>): RawTable {
  let found: Set<string> | undefined
  async function* read(): AsyncGenerator<RawRow> {
    const keys = found ?? new Set<string>()
    if (!found) for await (const { cells } of readRows()) for (const key of Object.keys(cells)) keys.add(key)
    found = keys
    if (keys.size === 0) return
    yield { line: 0, cells: [...keys] }
    let line = 0
    for await (const { cells } of readRows()) yield { line: ++line, cells: [...keys].map((key) => textOf(cells[key])) }
  }
  return { isNamed: true, read }
}

/** An array of objects in JSON, or the features of GeoJSON, as a table. @throws {UnreadableTable} */
export async function readObjects(path: string): Promise<RawTable> {
  const encoding = await findEncoding(path)
  /** The file may name its projection at its end: known once it was read. */
  let convert: ReturnType<typeof intoDegrees> | undefined
  const onRest = (rest: Record<string, unknown>) => (convert ??= intoDegrees(foreignSystem(rest)))
  /** A feature of GeoJSON: what is said of the place, and its outline. */
  const flatFeature = ({ id, properties, geometry, ...rest }: Record<string, unknown>, line: number) => {
    refuseForeign(rest)
    return { ...(id !== undefined && { id }), ...(properties as object | null), geometry: convert?.(geometry, line) }
  }
  return tableOfObjects(async function* () {
    try {
      for await (const { line, cells, broken } of readJsonRows(readText(path, encoding), onRest)) {
        if (broken) throw new UnreadableTable(`Line ${line}: ${broken}`)
        yield { cells: cells['type'] === 'Feature' ? flatFeature(cells, line) : cells }
      }
    } catch (error) {
      if (error instanceof UnreadableFile)
        throw new UnreadableTable(`Line ${error.line}: ${error.message}`, { cause: error })
      throw error
    }
  })
}
