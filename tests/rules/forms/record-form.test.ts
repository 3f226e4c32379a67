import { expect, test } from 'vitest'
import { changedFields } from '#contract/record-fields.ts'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { RECORD_FORMS } from '#rules/forms/record-form.ts'
import { FIELD_NAMES, LINK_FIELDS } from '#rules/names/field-names.ts'

test.each(REVIEWED_KINDS)('the form of %s has every field of the contract, with a name', (kind) => {
  const fields = RECORD_FORMS[kind].map(({ field }) => field)
  const expected = Object.keys(changedFields[kind].entries).filter((field) => field !== 'relationship_type')
  expect(fields.toSorted()).toEqual(expected.toSorted())
  for (const { field, control } of RECORD_FORMS[kind]) {
    expect(FIELD_NAMES[field], field).toBeDefined()
    expect(control.is === 'one' || control.is === 'many', field).toBe(field in LINK_FIELDS)
  }
})
