import { expect, test } from 'vitest'
import { changedFields } from '#contract/record-fields.ts'
import { RECORD_KINDS } from '#contract/record.ts'
import { formOf } from '#rules/forms/record-form.ts'

/** A relationship has one type; scans have a list of their own. */
const NOT_IN_A_FORM = ['relationship_type', 'order', 'color', 'position', 'turn']

test.each(RECORD_KINDS)('every field of %s is described beside its schema', (kind) => {
  const fields = formOf(kind).map(({ field }) => field)
  const expected = Object.keys(changedFields[kind].entries).filter((field) => !NOT_IN_A_FORM.includes(field))
  expect(fields.toSorted()).toEqual(expected.toSorted())
  for (const { field, control, of, choices } of formOf(kind)) {
    const isLink = control === 'one' || control === 'many'
    if (isLink) expect(of, field).toBeDefined()
    expect(choices.length > 0, field).toBe(control === 'choice')
  }
})

test('a date is followed by how its source writes it', () => {
  expect(
    formOf('people')
      .map(({ field }) => field)
      .slice(3, 7),
  ).toEqual(['date_of_birth', 'date_of_birth_text', 'date_of_death', 'date_of_death_text'])
})
