import * as v from 'valibot'

interface FieldProblem {
  /** Dot path; empty for the row as a whole. */
  field: string
  reason: string
}
/** A row as far as it can be read; undefined where even what every such row needs is missing. */
export interface ReadRow<Row> {
  row: Row | undefined
  problems: FieldProblem[]
}

type Key = string | number
/** A row with more odd fields than this is given up. */
const MOST = 50

/**
 * Reads a row of another server: what violates the schema is left out and reported, never the whole row because of a field it could do without. An
 * unknown visibility is not left out, because the record would then count as published.
 */
export function readRow<Row>(schema: v.GenericSchema<unknown, Row>, input: unknown): ReadRow<Row> {
  const problems: FieldProblem[] = []
  let value = input
  for (let tries = 0; tries < MOST; tries++) {
    const result = v.safeParse(schema, value)
    if (result.success) return { row: result.output, problems }
    const issue = result.issues[0]
    const field = v.getDotPath(issue) ?? ''
    const isMissing = issue.input === undefined
    // A field that was needed and just left out has been reported.
    if (!isMissing || problems.at(-1)?.field !== field) problems.push({ field, reason: issue.message })
    const path = (issue.path ?? []).map(({ key }) => key as Key)
    if (path.at(-1) === 'visibility') break
    // What lacks a field that it needs goes as a whole: a person without an id leaves the list of people.
    if (isMissing) path.pop()
    if (path.length === 0) break
    value = without(value, path)
  }
  return { row: undefined, problems }
}

function without(value: unknown, [key, ...rest]: Key[]): unknown {
  if (Array.isArray(value))
    return value.flatMap((each, at) => (at !== key ? [each] : rest.length > 0 ? [without(each, rest)] : []))
  const { [key as string]: cut, ...others } = value as Record<string, unknown>
  return rest.length > 0 ? { ...others, [key as string]: without(cut, rest) } : others
}

/**
 * Rows that were asked for by their zone, with the zone: other servers' rows may not name it. Rows that name one keep
 * it.
 */
export const rowsOfZone = (rows: readonly unknown[], zone: string | number): unknown[] =>
  rows.map((row) =>
    typeof row === 'object' && row !== null && !('location' in row) ? { ...row, location: zone } : row,
  )
