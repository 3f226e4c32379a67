import * as v from 'valibot'
import { FIELD, FORM } from '#contract/messages.ts'
import { inOrder } from '#contract/dates.ts'
import type { Problem, Row } from './bundle-row.ts'
import { readCell } from './cells.ts'
import type { List } from './lists.ts'
import { readDates } from './row-dates.ts'

export interface ReadRow {
  row: Row
  problems: Problem[]
}

const empty = (value: unknown) => value === undefined || value === null || value === ''

/** Reads the cells of a row by the columns of its list: every problem, not just the first. */
export function readRow(list: List, cells: Record<string, unknown>): ReadRow {
  const problems: Problem[] = []
  const row: Row = {}
  for (const field of Object.keys(cells)) {
    if (!Object.hasOwn(list.columns, field)) {
      problems.push({ field, reason: `There is no such column in ${list.name}.` })
    }
  }
  for (const [field, column] of Object.entries(list.columns)) {
    if (column.kind === 'date') continue
    let value = readCell(column.kind, cells[field])
    let result = v.safeParse(column.schema, value)
    // An empty cell takes the default where empty itself is not an answer (visibility, colour).
    if (!result.success && value === '') result = v.safeParse(column.schema, (value = undefined))
    if (result.success) row[field] = result.output
    else problems.push({ field, reason: empty(value) ? requiredReason(result.issues[0].message) : reasonOf(result) })
  }
  problems.push(...readDates(list, cells, row))
  problems.push(...spanProblems(list, row))
  return { row, problems }
}

/** "A whole number is needed." says little of a cell that is empty; the spec's own sentences (an item's type) stay. */
const requiredReason = (message: string) => (message === FORM.itemType ? message : FIELD.required)

function reasonOf(result: { issues: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]] }): string {
  // A union ("one of these, or empty") says what it is made of; its first part says what is meant.
  const outer = result.issues[0]
  const issue = (outer.type === 'union' && outer.issues?.[0]) || outer
  const path = v.getDotPath(issue)
  return path ? `${issue.message} (${path})` : issue.message
}

function spanProblems(list: List, row: Row): Problem[] {
  if (!list.span) return []
  const [start, end] = list.span
  const [from, to] = [row[start], row[end]]
  if (typeof from !== 'number' || typeof to !== 'number' || inOrder(from, to)) return []
  return [{ field: end, reason: `${FORM.rangeEnd} (${from} to ${to})` }]
}
