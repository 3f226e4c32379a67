import { fieldName } from './field-names.ts'

/** More fields than this are counted. */
const NAMED = 4

/** "title, date and subjects": the fields of a step. */
export function fieldsText(kind: string, changes: readonly { field: string }[]): string {
  const names = changes.map(({ field }) =>
    fieldName(kind, field).replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase()),
  )
  const more = names.length - NAMED + 1
  const all = names.length > NAMED ? [...names.slice(0, NAMED - 1), `${more} more fields`] : names
  return new Intl.ListFormat('en-GB').format(all)
}

/** Of a list only what went and what came, unless that is its order. */
export function withoutShared(before: unknown, after: unknown): [before: unknown, after: unknown] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after]
  const gone = before.filter((each) => !after.includes(each))
  const come = after.filter((each) => !before.includes(each))
  return gone.length + come.length === 0 ? [before, after] : [gone, come]
}
