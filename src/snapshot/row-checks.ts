import * as v from 'valibot'
import { sortKeys } from './files.ts'
import { keyOf } from './plans.ts'
import type { ListName } from './plans.ts'

/** A row that breaks the contract: which, where and why. */
export interface RowProblem {
  list: ListName
  /** The record's id as far as it can be told. */
  id: string | number | null
  field: string
  reason: string
}

/** The rows of one list that are kept, and those that are not. */
export interface CheckedRows {
  rows: unknown[]
  problems: RowProblem[]
  /** Rows that are not published; they are not named, because nothing of them may leave the server. */
  unpublished: number
}

/** Checks each row by itself; a row that breaks the contract, or says a second time what an id is, is left out and named. */
export function checkRows(list: ListName, schema: v.GenericSchema, answers: readonly unknown[]): CheckedRows {
  const checked: CheckedRows = { rows: [], problems: [], unpublished: 0 }
  const seen = new Map<string | number, unknown>()
  for (const answer of answers) {
    const id = keyOf(answer) ?? null
    if (isUnpublished(answer)) {
      checked.unpublished++
      continue
    }
    const result = v.safeParse(schema, answer)
    if (!result.success) {
      const issue = result.issues[0]
      checked.problems.push({ list, id, field: v.getDotPath(issue) ?? '', reason: issue.message })
      continue
    }
    const row = result.output
    const key = keyOf(row) ?? rowText(row)
    const earlier = seen.get(key)
    if (earlier === undefined) {
      seen.set(key, row)
      checked.rows.push(row)
    } else if (rowText(earlier) !== rowText(row)) {
      checked.problems.push({ list, id, field: '', reason: 'The same id stands for another record already.' })
    }
  }
  checked.rows.sort(compareRows)
  return checked
}

/** What says of itself that it is anything but published is left out, whichever list it is in. An item must say that it is. */
function isUnpublished(answer: unknown): boolean {
  const visibility = (answer as { visibility?: unknown } | null)?.visibility
  return typeof visibility === 'string' && visibility !== 'published'
}

const rowText = (row: unknown) => JSON.stringify(sortKeys(row))

/** By id; rows without one by what they say. */
function compareRows(a: unknown, b: unknown): number {
  const [one, other] = [keyOf(a), keyOf(b)]
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [text, otherText] = [String(one ?? rowText(a)), String(other ?? rowText(b))]
  return text < otherText ? -1 : text > otherText ? 1 : 0
}
