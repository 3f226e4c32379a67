/** Rows grouped by the ids that each of them names; the groups keep the order of the rows. A row that names an id twice is there once. */
export function groupBy<Row, Key>(rows: readonly Row[], keysOf: (row: Row) => Iterable<Key | null | undefined>) {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    for (const key of new Set(keysOf(row))) {
      if (key === null || key === undefined) continue
      const group = groups.get(key)
      if (group) group.push(row)
      else groups.set(key, [row])
    }
  }
  return (key: Key): Row[] => groups.get(key) ?? []
}

/** Rows by their key. */
export function indexBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key) {
  const index = new Map(rows.map((row) => [keyOf(row), row]))
  return (key: Key): Row | undefined => index.get(key)
}
