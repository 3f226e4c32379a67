import { isChronological } from '#contract/dates.ts'
import { DATE_SPANS } from '#contract/record-fields.ts'
import type { Geometry } from '#contract/location.ts'
import type { RecordFields } from '#contract/record.ts'
import type { MergedKind } from '#contract/merged.ts'
import type { FieldConflict } from '#contract/review.ts'
import { joinOutlines } from '#rules/map/outlines/split-outline.ts'

/** Fields that go together: a date and how its source writes it, and who may see a person with the consent to it. */
const groupOf = (field: string) => (field.startsWith('consent_') ? 'living' : field.replace(/_text$/, ''))
/** References between records of the kind are rows of their own (merge-records.ts). */
const NOT_MERGED = ['spouses', 'predecessors']

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** All names of both, each once. `field`: the one with a record's other names. */
function joinedNames(field: string, survivor: RecordFields, other: RecordFields, name: unknown): string[] {
  const [own, others] = [survivor[field] as string[], other[field] as string[]]
  const names = [...own, survivor['name'] as string, other['name'] as string, ...others]
  return [...new Set(names)].filter((each) => each !== '' && each !== name)
}

/** True if no span would end before it starts. */
export function isOrdered(kind: MergedKind, fields: RecordFields): boolean {
  const [start, end] = DATE_SPANS[kind] ?? []
  if (start === undefined || end === undefined) return true
  return isChronological((fields[start] ?? null) as number | null, (fields[end] ?? null) as number | null)
}

/**
 * The fields of the record that stays: its own, and from the other those that it does not have. Where both have something different, its own stay and
 * `conflicts` says what the other had.
 * @param take fields whose value is that of the other, where both have one.
 * @param fits false for a parent that cannot be the survivor's, such as a subject below it.
 */
export function mergeFields(
  kind: MergedKind,
  survivor: RecordFields,
  other: RecordFields,
  fits: (field: string, value: unknown) => boolean,
  take: readonly string[] = [],
): { fields: RecordFields; conflicts: FieldConflict[] } {
  let fields = { ...survivor }
  const conflicts: FieldConflict[] = []
  const groups = Map.groupBy(
    Object.keys(survivor).filter((field) => !NOT_MERGED.includes(field)),
    groupOf,
  )
  for (const group of groups.values()) {
    const [name] = group as [string]
    if (name === 'altname' || name === 'altnames') {
      const named = take.includes('name') && !isEmpty(other['name']) ? other : survivor
      fields = { ...fields, [name]: joinedNames(name, survivor, other, named['name']) }
      continue
    }
    if (name === 'same_as' || name === 'old_url') {
      const all = new Set([survivor, other].flatMap((each) => (each[name] as string | string[]) || []))
      fields = { ...fields, [name]: name === 'old_url' ? [...all].join('\n') : [...all] }
      continue
    }
    if (name === 'geometry') {
      const outlines = [survivor, other].map(({ geometry }) => geometry as Geometry | null)
      fields = { ...fields, geometry: joinOutlines(outlines) }
      continue
    }
    const differing = group.filter((field) => !isEmpty(other[field]) && !isSame(survivor[field], other[field]))
    if (differing.length === 0) continue
    const filled = { ...fields, ...Object.fromEntries(group.map((field) => [field, other[field]])) }
    const isFree =
      group.every((field) => isEmpty(survivor[field])) && differing.every((field) => fits(field, other[field]))
    // Who asked to be kept private stays so.
    const isPrivate = name === 'living' && other['living'] === 'private'
    const isTaken =
      isPrivate ||
      (take.some((field) => groupOf(field) === groupOf(name)) && differing.every((field) => fits(field, other[field])))
    if (isTaken) {
      fields = filled
      for (const field of differing) conflicts.push({ field, kept: other[field], other: survivor[field] ?? null })
    } else if (isFree && isOrdered(kind, filled)) fields = filled
    else for (const field of differing) conflicts.push({ field, kept: survivor[field] ?? null, other: other[field] })
  }
  return { fields, conflicts }
}
