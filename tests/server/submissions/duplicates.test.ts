import { expect, test } from 'vitest'
import { TEST_ACCOUNTS, addRecords } from '../fixtures.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()

test('discarded drafts cannot be referenced, and hidden parents are not revealed', async () => {
  const review = { visibility: 'draft' as const, submitted_at: null, note: '' }
  const mine = { ...review, author_id: TEST_ACCOUNTS.volunteer.id }
  const theirs = { ...review, author_id: TEST_ACCOUNTS.otherVolunteer.id }
  await addRecords(town.db, {
    person: [{ id: 50, first_name: 'Gone', surname: 'G', ...mine, state: 'discarded' }],
    relationship: [{ id: 50, person1_id: 2, person2_id: 1, relationship_type: 'parent', ...theirs }],
  })
  for (const as of ['volunteer', 'staff'] as const) {
    const { status, json } = await town.send('/api/graves/', { method: 'POST', body: { entry: 'x', person: 50 }, as })
    expect([status, json]).toEqual([400, { person: ['Invalid pk "50" - object does not exist.'] }])
  }
  const parent = (as: 'volunteer' | 'staff', person1: number, person2: number) =>
    town.send('/api/people/relationships/', {
      method: 'POST',
      body: { person1, person2, relationship_type: 'parent' },
      as,
    })
  // Staff see the draft that would close the cycle (2 above 1).
  expect((await parent('staff', 1, 2)).json).toEqual({ person1: ['This would make somebody their own ancestor.'] })
  expect((await parent('staff', 2, 1)).status).toBe(400)
  expect((await parent('volunteer', 1, 2)).status).toBe(201)
})
