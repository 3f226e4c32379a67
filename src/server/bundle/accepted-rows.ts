import type { SocietySettings } from '#contract/settings.ts'
import type { MarkStyle } from '../storage/picture-keys.ts'
import { readRows, type BundleFile } from './bundle-folder.ts'
import type { Row } from './bundle-row.ts'
import { LISTS } from './lists.ts'
import { readRest } from './read-row.ts'
import { createRowIds, createScanOrders } from './row-id.ts'

/** The society's watermark where a row says nothing else. How wide and opaque it is, is no column. */
function setWatermark(row: Row, settings: SocietySettings): void {
  row['watermark'] ??= settings.watermarkText
  row['color'] ??= settings.watermarkColor
  row['position'] ??= settings.watermarkPosition
  row['mark'] = { size: settings.watermarkSize, opacity: settings.watermarkOpacity } satisfies MarkStyle
}

/** Reads the accepted rows of a checked file again, one at a time, with the same ids and orders as in the check. */
export async function* acceptedRows(
  file: BundleFile,
  rejected: ReadonlySet<number>,
  settings: SocietySettings,
): AsyncGenerator<Row> {
  const list = LISTS[file.list]
  const idOf = createRowIds(list)
  const orderOf = file.list === 'scans' ? createScanOrders() : undefined
  for await (const source of readRows(file)) {
    if (rejected.has(source.index)) continue
    const { row } = readRest(list, source.cells, file.leftOut.get(source.index))
    orderOf?.(row)
    if (list.identity) row['id'] = idOf(row)
    if (file.list === 'scans') setWatermark(row, settings)
    yield row
  }
}
