import type { CellKind } from './lists.ts'

const WHOLE = /^[+-]?\d+(?:\.0+)?$/

/** Spreadsheets write 12 as "12" or "12.0"; anything else is left for the schema to refuse. */
function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  return WHOLE.test(trimmed) ? Number(trimmed) : trimmed
}

/** Lists in a cell are separated by `;`, or a JSON list (altnames, spec §3). */
function toList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  if (trimmed.startsWith('[')) {
    try {
      return JSON.parse(trimmed)
    } catch {
      // Then it is a name that begins with a bracket.
    }
  }
  return trimmed
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** A cell as its schema expects it; an empty one is undefined, but for text, where empty is something one can say. */
export function readCell(kind: CellKind, value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (kind === 'as it is') return value
  if (kind === 'text') return typeof value === 'number' ? String(value) : value
  if (typeof value === 'string' && value.trim() === '') return undefined
  if (kind === 'number') return toNumber(value)
  const list = toList(value)
  if (kind === 'names' || !Array.isArray(list)) return list
  return [...new Set(list.map(toNumber))]
}
