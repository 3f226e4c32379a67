import { itemSubmit, organizationCreate } from '#contract/create.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { dateInput, dateRangeForm, isChronological } from '#contract/dates.ts'
import { isArchiveDate } from '#contract/fields.ts'
import { FORM } from '#contract/messages.ts'

/** The first message per field. */
function refusals(schema: v.GenericSchema, input: unknown): Record<string, string> {
  const parsed = v.safeParse(schema, input)
  const sentences: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) sentences[v.getDotPath(issue) ?? ''] ??= issue.message
  return sentences
}

describe('forms of spec §5', () => {
  it('trims text and splits alternate names on commas', () => {
    const made = v.parse(organizationCreate, { name: '  Mill ', description: ' x ', altname: ' Old Mill, ,The Mill ' })
    expect(made).toMatchObject({ name: 'Mill', description: 'x', altname: ['Old Mill', 'The Mill'] })
  })

  it('reports a range that ends before it starts at the changed input', () => {
    const range = { date_start: 19_010_000, date_end: 19_000_000 }
    expect(refusals(dateRangeForm, { ...range, changed: 'date_end' })).toEqual({ date_end: FORM.rangeEnd })
    expect(refusals(dateRangeForm, { ...range, changed: 'date_start' })).toEqual({ date_start: FORM.rangeStart })
    expect(refusals(itemSubmit, { type: 'object', general_description: 'x', ...range })).toEqual({
      date_end: FORM.rangeEnd,
    })
    expect(isChronological(19_010_300, 19_010_000)).toBe(true)
    expect(isChronological(19_010_315, 19_010_300)).toBe(true)
    expect(isChronological(19_010_315, 19_010_200)).toBe(false)
  })
})

describe('date inputs', () => {
  it('accepts a year, a month or a date only', () => {
    const read = (typed: string) => v.parse(dateInput, typed)
    expect(['1901', '1901-03', '1901-03-05'].map(read)).toEqual([19_010_000, 19_010_300, 19_010_305])
    expect(['', '190', '1901-3', '1901-02-30', '1901-03-055', 'abcd'].map(read)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  it('never returns an invalid date', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (typed) => {
        const date = v.parse(dateInput, typed)
        return date === null || isArchiveDate(date)
      }),
    )
  })
})
