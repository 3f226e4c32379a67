import { sql } from 'kysely'

type Side = 'width' | 'height'

/** SQL of the width or height of a scan as it is shown, in pixels: a quarter turn swaps those of its original. */
export function shownSide(side: Side, scan: string, original: string): string {
  const other = side === 'width' ? 'height' : 'width'
  return `case when ${scan}.turn % 180 = 0 then ${original}.${side} else ${original}.${other} end`
}
const column = (side: Side, ...tables: [scan: string, original: string]) =>
  sql<number>`${sql.raw(shownSide(side, ...tables))}`.as(side)
/** Both, to be selected. */
export const shownSize = (scan = 'scan', original = 'original') =>
  [column('width', scan, original), column('height', scan, original)] as const
