import { expect, test } from 'vitest'
import { loadPerson } from '#islands/records/load-person.ts'
import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { openTestArchive } from '../../server/fixtures.ts'
import { archiveClient } from '../../stores/shared/archive-client.ts'

test.each([
  ['/itemview/12/', 12],
  ['/itemview/12', 12],
  ['/itemview/', undefined],
  ['/itemview/0/', undefined],
  ['/itemview/12/34/', undefined],
  ['/itemview/x12/', undefined],
])('the id in %s is %s', (path, id) => {
  expect(recordIdFromPath(path)).toBe(id)
})

test('the review desk says what can hardly be about a person', async () => {
  const town = await openTestArchive({
    person: [
      { id: 2, first_name: 'Ada', date_of_birth: 19000000 },
      { id: 8, first_name: 'Tom', date_of_birth: 18500000 },
    ],
    relationship: [{ id: 1, person1_id: 2, person2_id: 8, relationship_type: 'parent' }],
    organization: [{ id: 1, name: 'Mill' }],
    employment: [{ id: 1, person_id: 2, organization_id: 1, date_start: 18500000 }],
  })
  expect((await loadPerson(archiveClient(() => town, 'staff').client, 2)).odd).toEqual([
    'A parent born in 1900 of a child born in 1850?',
    'A job since 1850 of a person born in 1900?',
  ])
  await town.close()
})
