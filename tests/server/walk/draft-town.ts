import type { TestAccount, TestRecords } from '../fixtures.ts'
import { TEST_ACCOUNTS } from '../fixtures.ts'

/** Unique words: a response that contains one shows that record. */
export const MARK = { other: 'Zqotherdraft', own: (account: TestAccount) => `Zqown${account.toLowerCase()}` }

/** Ids of drafts: one per account, and one of somebody else. */
export const draftOf = (account: TestAccount | 'other') => (account === 'other' ? 850 : 800 + TEST_ACCOUNTS[account].id)
export const SHA = 'a'.repeat(64)

interface Draft {
  id: number
  author: number
  mark: string
}
const DRAFTS: Draft[] = [
  ...(['volunteer', 'society', 'staff', 'administrator'] as const).map((account) => ({
    id: draftOf(account),
    author: TEST_ACCOUNTS[account].id,
    mark: MARK.own(account),
  })),
  { id: draftOf('other'), author: TEST_ACCOUNTS.otherVolunteer.id, mark: MARK.other },
]
const review = ({ author }: Draft) => ({
  visibility: 'draft' as const,
  state: 'waiting' as const,
  author_id: author,
  submitted_at: '2026-02-01T00:00:00.000Z',
})

/**
 * Drafts of every reviewed kind by every account and by somebody else, each with its own mark. To be added to SMALL_TOWN once the accounts are
 * there: they name their authors.
 */
export const DRAFTS_OF_ALL: TestRecords = {
  person: DRAFTS.map((draft) => ({ id: draft.id, first_name: draft.mark, surname: 'Person', ...review(draft) })),
  organization: DRAFTS.map((draft) => ({ id: draft.id, name: `${draft.mark} Company`, ...review(draft) })),
  subject: DRAFTS.map((draft) => ({ id: draft.id, subject_name: `${draft.mark} subject`, ...review(draft) })),
  collection: DRAFTS.map((draft) => ({
    id: draft.id,
    collection_name: `${draft.mark} papers`,
    hierarchy: 'file' as const,
    ...review(draft),
  })),
  story: DRAFTS.map((draft) => ({ id: draft.id, title: `${draft.mark} story`, ...review(draft) })),
  relationship: DRAFTS.map((draft) => ({
    id: draft.id,
    person1_id: 1,
    person2_id: draft.id,
    relationship_type: 'parent' as const,
    description: draft.mark,
    ...review(draft),
  })),
  grave: DRAFTS.map((draft) => ({ id: draft.id, person_id: 1, entry: `${draft.mark} stone`, ...review(draft) })),
  person_image: DRAFTS.map((draft) => ({
    id: draft.id,
    person_id: draft.id,
    sha256: SHA,
    version: draft.mark,
    ...review(draft),
  })),
  ownership: DRAFTS.map((draft) => ({ id: draft.id, lot_num: '7', person_id: draft.id, source: draft.mark })),
  employment: DRAFTS.map((draft) => ({
    id: draft.id,
    person_id: draft.id,
    organization_id: 2,
    date_start_text: draft.mark,
  })),
  resident: DRAFTS.map((draft) => ({ id: draft.id, person_id: draft.id, location_id: 2, source: draft.mark })),
  organization_location: DRAFTS.map((draft) => ({
    id: draft.id,
    organization_id: draft.id,
    location_id: 1,
    date_start_text: draft.mark,
  })),
  items: DRAFTS.map((draft) => ({
    id: draft.id,
    title: `${draft.mark} picture`,
    general_description: `What ${draft.mark} says`,
    location_id: 1,
    people: [draft.id, 1],
    subjects: [draft.id],
    organizations: [draft.id],
    collection_id: draft.id,
    archival_identifier: `${draft.mark}-1`,
    ...review(draft),
  })),
  operation: [
    { id: 1, type: 'removal', kind: 'plaques', record_key: '77', label: 'The pier', at: new Date().toISOString() },
  ],
  operation_row: [
    {
      ...{ operation_id: 1, place: 0, table_name: 'plaque', row_key: '{"id":77}', after: null },
      before: JSON.stringify({ id: 77, location_id: 1, name: 'The pier', text: 'Here it was.' }),
    },
  ],
  scan: DRAFTS.map((draft) => ({
    id: draft.id,
    item_id: draft.id,
    sha256: SHA,
    scan_order: 1,
    version: `scan-${draft.mark}`,
  })),
}
