/**
 * Rows that were asked for by their zone, with the zone: other servers' rows may not name it (design.md, "Identity and shapes"). Rows that name one keep
 * it.
 */
export const rowsOfZone = (rows: readonly unknown[], zone: string | number): unknown[] =>
  rows.map((row) =>
    typeof row === 'object' && row !== null && !('location' in row) ? { ...row, location: zone } : row,
  )
