import { UNIQUE_FIELDS } from '../records/duplicates.ts'
import type { ArchiveKeys } from './archive-keys.ts'
import type { Problem, Row } from './bundle-row.ts'

/** Checks what two items must not share (spec §8), within the file and against the archive. */
export function createUniqueItems(keys: ArchiveKeys) {
  const seen = UNIQUE_FIELDS.map(() => new Map<string, number>())
  return async (row: Row): Promise<Problem[]> => {
    const problems: Problem[] = []
    for (const [at, { field, column, reason }] of UNIQUE_FIELDS.entries()) {
      const value = row[field]
      if (typeof value !== 'string' || value === '') continue
      const first = seen[at]!.get(value)
      if (first !== undefined) {
        problems.push({ field, reason: `${reason} (${value}, item ${first})` })
        continue
      }
      seen[at]!.set(value, row['id'] as number)
      const holder = await keys.itemWith(column, value)
      if (holder !== undefined && holder !== row['id']) {
        problems.push({ field, reason: `${reason} (${value}, item ${holder} of the archive)` })
      }
    }
    return problems
  }
}
