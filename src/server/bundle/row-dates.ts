import { isArchiveDate } from '#contract/fields.ts'
import { parseWrittenDate, type WrittenDate } from '#rules/dates/written-dates.ts'
import type { Problem, Row } from './bundle-row.ts'
import type { List } from './lists.ts'

interface Reading extends WrittenDate {
  /** The date as written; '' for eight digits. */
  text: string
}

const UNREADABLE_DATE =
  "We can't read this date. Write it as 1890, 1914-08, 1914-08-03, March 1901, c. 1890, 1880s, before 1900, or eight digits (18900000)."

function read(value: unknown): Reading | 'unreadable' | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string' && typeof value !== 'number') return 'unreadable'
  const written = String(value)
    .trim()
    .replace(/^(\d+)\.0+$/, '$1')
  if (written === '') return undefined
  const digits = /^\d{1,8}$/.test(written) && isArchiveDate(Number(written)) && written.length >= 5
  if (digits) return { start: Number(written), end: Number(written), edtf: '', text: '' }
  const date = parseWrittenDate(written)
  return date ? { ...date, text: written } : 'unreadable'
}

/** True for an explicit range such as `1890-1895`, but not `1880s`. */
const isRange = (date: WrittenDate) => /^[^.]+\/[^.]+$/.test(date.edtf)

/**
 * Parses the dates of a row into eight digits and (in `…_text`) the written form. A start takes the beginning of a span, an end its end; without an
 * end date, an item ("1880s": 1880 to 1889) and a range ("1890-1895") set their own.
 */
export function readDates(list: List, cells: Record<string, unknown>, row: Row): Problem[] {
  const problems: Problem[] = []
  const fields = Object.keys(list.columns).filter((field) => list.columns[field]!.kind === 'date')
  const [startField, endField] = list.span ?? []
  for (const field of fields) {
    const date = read(cells[field])
    if (date === 'unreadable') {
      problems.push({ field, reason: UNREADABLE_DATE })
      continue
    }
    const isEnd = field === endField
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
function pick(date: Reading, isEnd: boolean, open: boolean): number | null {
  const [first, other] = isEnd ? [date.end, date.start] : [date.start, date.end]
  return first ?? (open ? null : other)
}
