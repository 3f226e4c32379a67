import type { TestRecords } from './fixtures.ts'
import { TEST_ACCOUNTS } from './fixtures.ts'
import { MARK, SHA, draftOf } from './walk/draft-town.ts'

const OTHER = draftOf('other')
const MINE = draftOf('volunteer')
const moments = { submitted_at: '2026-02-01T00:00:00.000Z' }
const mine = { visibility: 'draft' as const, author_id: TEST_ACCOUNTS.volunteer.id, ...moments }
const others = { visibility: 'draft' as const, author_id: TEST_ACCOUNTS.otherVolunteer.id, ...moments }

/** Ids of published records that refer to drafts. */
export const LINKING = 700
/** Ids of the volunteer's returned and discarded drafts. */
export const RETURNED = 711
export const DISCARDED = 712
/** A picture of a published person (1) and one of another (2), both drafts. */
const PICTURES = 720

/**
 * Published records that name drafts (left over when a draft's record was unpublished, or linked by staff), and drafts in every state. To be
 * added after DRAFTS_OF_ALL.
 */
export const LINKS_TO_DRAFTS: TestRecords = {
  person: [
    { id: RETURNED, first_name: 'Zqreturned', ...mine, state: 'returned' },
    { id: DISCARDED, first_name: 'Zqdiscarded', ...mine, state: 'discarded' },
  ],
  person_spouse: [
    { person_id: 2, spouse_id: OTHER, position: 0 },
    { person_id: MINE, spouse_id: 2, position: 0 },
  ],
  relationship: [
    { id: LINKING, person1_id: OTHER, person2_id: 3, relationship_type: 'parent', description: MARK.other },
    { id: LINKING + 1, person1_id: 3, person2_id: OTHER, relationship_type: 'parent', description: MARK.other },
    // A draft between two published people.
    { id: LINKING + 2, person1_id: 2, person2_id: 1, relationship_type: 'parent', description: MARK.other, ...others },
  ],
  person_image: [
    { id: PICTURES, person_id: 1, sha256: SHA, version: MARK.other, ...others },
    { id: PICTURES + 1, person_id: 2, sha256: SHA, version: MARK.other, ...others },
    // Published, but of a person who is not.
    { id: PICTURES + 2, person_id: OTHER, sha256: SHA, version: MARK.other },
  ],
  resident: [{ id: LINKING, person_id: OTHER, location_id: 1, source: MARK.other }],
  employment: [
    { id: LINKING, person_id: 2, organization_id: OTHER, date_start_text: MARK.other },
    { id: LINKING + 1, person_id: OTHER, organization_id: OTHER, date_start_text: MARK.other },
  ],
  subject: [{ id: LINKING, subject_name: 'Linking', subject_parent: OTHER }],
  collection: [{ id: LINKING, collection_name: 'Linking', hierarchy: 'file', parent_collection: OTHER }],
  items: [
    {
      id: LINKING,
      title: 'Linking',
      people: [OTHER, MINE, 3],
      contributors: [OTHER],
      creator_id: OTHER,
      subjects: [OTHER, 1],
      organizations: [OTHER, 2],
      collection_id: OTHER,
    },
    { id: RETURNED, title: 'Zqreturned', ...mine, state: 'returned' },
    { id: DISCARDED, title: 'Zqdiscarded', ...mine, state: 'discarded' },
  ],
}
