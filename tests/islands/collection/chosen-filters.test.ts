import { expect, test } from 'vitest'
import { chosenFilters, decadeOfYears } from '#islands/collection/chosen-filters.ts'
import { EMPTY_SEARCH } from '#rules/addresses/collection-address.ts'
import type { Filters } from '#stores/collection/collection-stores.ts'
import { filtersOf } from '#stores/collection/queries.ts'

const none: Filters = { ...filtersOf(EMPTY_SEARCH, 2026, () => null), search: ' ', peopleMode: 'AND' }

test('defaults are not filters', () => expect(chosenFilters(none, 2026, true)).toEqual([]))

test('each filter has its kind', () => {
  const filters: Filters = {
    ...none,
    search: 'wharf',
    years: { start: 1900, end: 1909 },
    people: [{ id: 3, name: null }],
    subjects: [{ id: 4, name: 'Steamers' }],
    type: 'paper_record',
    place: { id: 5, name: 'Town Wharf' },
  }
  expect(chosenFilters(filters, 2026, true).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'Words: wharf',
    'Years: 1900s',
    'Person: No. 3',
    'Subject: Steamers',
    'Type: Paper record',
    'Place: Town Wharf',
  ])
  const as = (knowsRoles: boolean) => chosenFilters({ ...none, people: filters.people, peopleAs: 'creator' }, 2026, knowsRoles).map(({ kind }) => kind) // prettier-ignore
  expect([as(true), as(false)], 'the last build knows no roles').toEqual([['Creator'], ['Person']])
})

test('a decade is all of its years, the current one up to this year', () => {
  expect(decadeOfYears({ start: 1900, end: 1909 }, 2026)).toBe(1900)
  expect(decadeOfYears({ start: 2020, end: 2026 }, 2026)).toBe(2020)
  expect(decadeOfYears({ start: 1900, end: 1910 }, 2026)).toBeNull()
  expect(decadeOfYears({ start: 1901, end: 1909 }, 2026)).toBeNull()
})
