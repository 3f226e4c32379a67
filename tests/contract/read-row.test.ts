import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { item } from '#contract/item.ts'
import { readRow } from '#contract/read-row.ts'
import { runs } from '../setup/length.ts'

const row = {
  id: 7,
  type: 'photograph',
  title: 'The mill',
  general_description: 'By the creek.',
  date_start: 18930000,
  date_end: null,
  location: { id: 3, name: 'Mill Street' },
  people: [
    { id: 1, first_name: 'Ann', middle_name: '', surname: 'Orr', date_of_birth: null, date_of_death: null },
    { id: 2, first_name: 'Bo', middle_name: '', surname: 'Orr', date_of_birth: 18500000, date_of_death: null },
  ],
  externalRecordURL: '',
  visibility: 'published',
}

describe('a row with an odd field', () => {
  test('keeps everything else, and says which', () => {
    const read = readRow(item, { ...row, date_start: 18930231 })
    expect(read.row).toMatchObject({ id: 7, title: 'The mill', date_start: null, people: [{ id: 1 }, { id: 2 }] })
    expect(read.problems).toEqual([{ field: 'date_start', reason: expect.stringContaining("can't read this date") }])
  })

  test('a part of it that lacks what it needs is left out as a whole', () => {
    const people = [{ first_name: 'Nobody' }, { ...row.people[1], date_of_birth: 'long ago' }, 'x', null]
    const read = readRow(item, { ...row, people, location: { name: 'No id' } })
    expect(read.row).toMatchObject({ location: null, people: [{ id: 2, date_of_birth: null }] })
    expect(read.problems.map(({ field }) => field)).toEqual([
      'location.id',
      'people.0.id',
      'people.0.date_of_birth',
      'people.1',
      'people.1',
    ])
  })

  test.each([
    ['without an id', { ...row, id: undefined }, 'id'],
    ['of an unknown type', { ...row, type: 'map' }, 'type'],
    ['with an unknown visibility', { ...row, visibility: 'secret' }, 'visibility'],
    ['that is no row', 'x', ''],
    ['that is nothing', null, ''],
  ])('a record %s is not read', (_, answer, field) => {
    const read = readRow(item, answer)
    expect(read.row).toBeUndefined()
    expect(read.problems.map((problem) => problem.field)).toEqual([field])
  })

  test('whatever an optional field holds, the record stays with its other fields', () => {
    const optional = Object.keys(row).filter((key) => !['id', 'type', 'visibility'].includes(key))
    fc.assert(
      fc.property(fc.constantFrom(...optional), fc.jsonValue(), (field, junk) => {
        const read = readRow(item, { ...row, [field]: junk })
        const { [field]: _odd, ...others } = read.row as unknown as Record<string, unknown>
        const { [field]: _same, ...expected } = readRow(item, row).row as unknown as Record<string, unknown>
        expect(others).toEqual(expected)
      }),
      { numRuns: runs(500) },
    )
  })
})
