import * as v from 'valibot'
import { FIELD, FORM } from '#contract/messages.ts'
import { isChronological } from '#contract/dates.ts'
import { consentProblem } from '#rules/access/living.ts'
import { readDate, type DateReading } from '#rules/dates/read-date.ts'
import type { WrittenDate } from '#rules/dates/written-dates.ts'
import type { LeftOut, Problem, Row } from './bundle-row.ts'
import type { CellKind, List } from './lists.ts'

export interface ReadRow {
  row: Row
  problems: Problem[]
}

const empty = (value: unknown) => value === undefined || value === null || value === ''

/** Validates the cells of a row by the columns of its list, and ignores others; reports every problem, not just the first. */
export function readRow(list: List, cells: Record<string, unknown>): ReadRow {
  const problems: Problem[] = []
  const row: Row = {}
  for (const [field, column] of Object.entries(list.columns)) {
    if (column.kind === 'date') continue
    let value = readCell(column.kind, cells[field])
    let result = v.safeParse(column.schema, value)
    // An empty cell gets the default where empty isn't valid (visibility, colour).
    if (!result.success && value === '') result = v.safeParse(column.schema, (value = undefined))
    if (!result.success && typeof value === 'string') {
      // "Paper record" means paper_record.
      const choice = v.safeParse(column.schema, value.trim().toLowerCase().replaceAll(' ', '_'))
      if (choice.success) result = choice
    }
    if (result.success) row[field] = result.output
    else problems.push({ field, reason: empty(value) ? requiredReason(result.issues[0].message) : reasonOf(result) })
  }
  problems.push(...readDates(list, cells, row))
  problems.push(...spanProblems(list, row))
  const consent = list.name === 'people' ? consentProblem(row) : undefined
  if (consent) problems.push(consent)
  // Beside another problem it may be that problem's fault: a misspelled column.
  if (problems.length === 0 && list.name === 'people' && NAMES.every((name) => empty(row[name])))
    problems.push({
      field: 'surname',
      reason: 'This person has no name. Give a first name or a surname, “Unknown” if need be.',
    })
  return { row, problems }
}

/** Whether a row can do without this field. One of a wrong visibility would count as published, and one of a wrong key as another record. */
export const isOptional = (list: List, field: string): boolean =>
  ![list.key, 'visibility', 'state', ...(list.identity ?? [])].includes(field) &&
  v.is(list.columns[field]!.schema, undefined)

export function restOf(cells: Record<string, unknown>, leftOut: readonly LeftOut[] = []): Record<string, unknown> {
  const gone = new Set(leftOut.flatMap(({ field, key }) => (key === undefined ? [field] : [])))
  return Object.fromEntries(Object.entries(cells).filter(([field]) => !gone.has(field)))
}

/** Reads a row without what is left out of it: its cells are as if they had never been there. */
export function readRest(list: List, cells: Record<string, unknown>, leftOut: readonly LeftOut[] = []): ReadRow {
  const rest = readRow(list, restOf(cells, leftOut))
  for (const { field, key } of leftOut)
    if (key !== undefined) rest.row[field] = (rest.row[field] as unknown[]).filter((each) => each !== key)
  return rest
}

/** Reads a row. Wrong values that it can do without are left out and reported in `spared`; `problems` refuse the row. */
export function readSparing(list: List, cells: Record<string, unknown>): ReadRow & { spared: Problem[] } {
  const read = readRow(list, cells)
  const spared = read.problems.filter(({ field }) => isOptional(list, field))
  const rest = spared.length > 0 ? readRest(list, cells, spared) : read
  // A record that is there already needs no more than what the row gives.
  const isWhole = rest.problems.every(({ field }) => !Object.hasOwn(cells, field))
  return isWhole ? { ...rest, spared } : { ...read, spared: [] }
}

const NAMES = ['first_name', 'middle_name', 'surname']

/** For an empty cell, "required" says more than the schema's message; the spec's own sentences (an item's type) stay. */
const requiredReason = (message: string) => (message === FORM.itemType ? message : FIELD.required)

function reasonOf(result: { issues: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]] }): string {
  // A union reports its parts; the first one is the one that is meant.
  const outer = result.issues[0]
  const issue = (outer.type === 'union' && outer.issues?.[0]) || outer
  const path = v.getDotPath(issue)
  return path ? `${issue.message} (${path})` : issue.message
}

function spanProblems(list: List, row: Row): Problem[] {
  if (!list.span) return []
  const [start, end] = list.span
  const [from, to] = [row[start], row[end]]
  if (typeof from !== 'number' || typeof to !== 'number' || isChronological(from, to)) return []
  return [{ field: end, reason: `${FORM.rangeEnd} (${from} to ${to})` }]
}

const WHOLE = /^[+-]?\d+(?:\.0+)?$/

/** Spreadsheets write 12 as "12" or "12.0"; anything else is left for the schema to reject. */
function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  return WHOLE.test(trimmed) ? Number(trimmed) : trimmed
}

/** A list in a cell is separated by `;`, or a JSON array (altnames, spec §3). */
function toList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const trimmed = value.trim()
  if (trimmed.startsWith('[')) {
    try {
      return JSON.parse(trimmed)
    } catch {
      // A name that begins with a bracket.
    }
  }
  return trimmed
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** Converts a cell for its schema; an empty one is undefined, except for text, where empty is a value. */
function readCell(kind: CellKind, value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (kind === 'as it is') return value
  if (kind === 'text') return typeof value === 'number' ? String(value) : value
  if (typeof value === 'string' && value.trim() === '') return undefined
  if (kind === 'number') return toNumber(value)
  const list = toList(value)
  if (kind === 'names' || !Array.isArray(list)) return list
  return [...new Set(list.map(toNumber))]
}

function read(value: unknown, beside: unknown): ReturnType<typeof readDate> | undefined {
  if (empty(value) || String(value).trim() === '') return undefined
  return readDate(String(value), new Date().getFullYear(), typeof beside === 'string' ? beside : undefined)
}

/** True for an explicit range such as `1890-1895`, but not `1880s`. */
const isRange = (date: WrittenDate) => /^[^./]+\/[^./]+$/.test(date.edtf)

/**
 * Parses the dates of a row into eight digits and (in `…_text`) the written form. A start takes the beginning of a span, an end its end; without an
 * end date, an item ("1880s": 1880 to 1889) and a range ("1890-1895") set their own.
 */
function readDates(list: List, cells: Record<string, unknown>, row: Row): Problem[] {
  const problems: Problem[] = []
  const fields = Object.keys(list.columns).filter((field) => list.columns[field]!.kind === 'date')
  const [startField, endField] = list.span ?? []
  for (const field of fields) {
    const isEnd = field === endField
    const date = read(cells[field], cells[(isEnd ? startField : endField) ?? ''])
    if (date && 'problem' in date) {
      problems.push({ field, reason: date.problem })
      continue
    }
    if (!date && isEnd && row[endField] !== undefined) continue
    row[field] = !date ? null : pick(date, isEnd, list.name === 'items')
    const textField = `${field}_text`
    if (date && row[textField] === '') row[textField] = date.text.slice(0, 500)
    const bringsEnd = date && field === startField && (list.name === 'items' || isRange(date))
    if (bringsEnd && endField && date.end !== date.start) row[endField] = date.end
  }
  return problems
}

/** An item's open side stays open ("before 1900" has no start); a lone date takes the bound that was given. */
function pick(date: DateReading, isEnd: boolean, open: boolean): number | null {
  const [first, other] = isEnd ? [date.end, date.start] : [date.start, date.end]
  return first ?? (open ? null : other)
}
