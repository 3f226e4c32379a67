import fc from 'fast-check'
import { ITEM_TYPES, PEOPLE_ROLES } from '#contract/item.ts'
import { thisYear } from './plain-filter.ts'
import type { Caller, Query } from './plain-filter.ts'

const ids = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }), {
  nil: undefined,
  freq: 2,
})
export const anyCaller: fc.Arbitrary<Caller> = fc.constantFrom(undefined, 'volunteer', 'otherVolunteer', 'staff')
/** Any combination of item filters, for the filter town (plain-filter.ts). */
export const anyQuery: fc.Arbitrary<Query> = fc.record(
  {
    visibility: fc.constantFrom('draft', 'draft', 'published', undefined),
    type: fc.constantFrom(...ITEM_TYPES.slice(0, 3)),
    search: fc.constantFrom(
      'elan',
      'MILL',
      'riv',
      'mills',
      'rivers smith’s',
      '1860',
      '1860s',
      'may',
      'untitled',
      'ota smith',
      'st johns',
      'sub mi',
      'p mill',
      'm r',
      'mill p',
      'st john s smith mill riv ele el fi su firm nothing',
      'no such thing',
      '"',
      'NOT mill',
      '!!!',
    ),
    date: fc
      .tuple(fc.integer({ min: 1820, max: thisYear }), fc.integer({ min: 0, max: 120 }), fc.constantFrom(0, 9999))
      .map(([from, years, rest]) => ({ start: from * 10000, end: (from + years) * 10000 + rest })),
    location: ids,
    collection: ids,
    collections: ids,
    organizations: ids,
    people_or: ids,
    people_and: ids,
    people_as: fc.constantFrom(...PEOPLE_ROLES, undefined),
    subjects_or: ids,
    subjects_and: ids,
  },
  { requiredKeys: [] },
)

/** As query parameters. */
export function filterQuery(asked: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined) continue
    if (name === 'date') {
      const { start, end } = value as NonNullable<Query['date']>
      parameters.set(name, [start, end].map((date) => String(date).padStart(8, '0')).join(''))
    } else parameters.set(name, String(value))
  }
  return parameters.toString()
}
