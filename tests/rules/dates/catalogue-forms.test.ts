import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'

/** Dates as public collections, MARC, GEDCOM and EDTF write them: the form, its start and end, and EDTF. */
const [, ...FORMS] = readFileSync(path.join(import.meta.dirname, 'catalogue-forms.tsv'), 'utf8')
  .trimEnd()
  .split('\n')

const numberOrNull = (cell: string) => (cell === '' ? null : Number(cell))

test('there are at least 200 forms', () => expect(FORMS.length).toBeGreaterThan(200))

test.each(FORMS.map((line) => line.split('\t')))('%s', (written, start = '', end = '', edtf = '') => {
  const expected = start === 'unreadable' ? undefined : { start: numberOrNull(start), end: numberOrNull(end), edtf }
  expect(parseWrittenDate(written!)).toEqual(expected)
})
