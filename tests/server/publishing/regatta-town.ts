import type { DeskRecord, QueuePage, ReviewedKind } from '#contract/record.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { addRecords, fillSmallTown, openTestArchive } from '../fixtures.ts'
import type { Answered, TestAccount, TestArchive } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'

const draft = { visibility: 'draft', state: 'waiting', author_id: 1 } as const

/** The small town with a volunteer's submissions (account 1): item 51 with dependent drafts, and person 52. */
export async function fillRegattaTown(db: ArchiveDatabase): Promise<void> {
  await fillSmallTown(db)
  await addRecords(db, {
    person: [
      { id: 51, first_name: 'Wendel', surname: 'Wartend', ...draft, submitted_at: '2026-03-01T00:00:00.000Z' },
      { id: 52, first_name: 'Otto', surname: 'Ohneitem', ...draft, submitted_at: '2026-02-01T00:00:00.000Z' },
    ],
    subject: [
      { id: 51, subject_name: 'Regattas', ...draft, submitted_at: '2026-03-01T00:00:00.000Z' },
      { id: 52, subject_name: 'Rowing', subject_parent: 51, ...draft, submitted_at: '2026-03-01T00:00:00.000Z' },
    ],
    grave: [{ id: 51, person_id: 51, entry: 'Row 9', ...draft, submitted_at: '2026-03-01T00:00:00.000Z' }],
    relationship: [
      {
        id: 51,
        person1_id: 51,
        person2_id: 3,
        relationship_type: 'parent',
        ...draft,
        submitted_at: '2026-03-01T00:00:00.000Z',
      },
    ],
    items: [
      {
        id: 51,
        title: 'The regatta',
        general_description: 'Boats',
        ...draft,
        submitted_at: '2026-03-02T00:00:00.000Z',
        people: [51],
        subjects: [52],
        archival_identifier: 'R-1',
        external_record_url: 'https://boats.example/1',
      },
    ],
    scan: [{ id: 51, item_id: 51, sha256: 'a'.repeat(64), scan_order: 1, version: 'regatta' }],
  })
}

export const openRegattaTown = (parts: Parameters<typeof openTestArchive>[1] = {}): Promise<TestArchive> =>
  openTestArchive(SMALL_TOWN, { fill: fillRegattaTown, ...parts })

export const record = (answer: Answered): DeskRecord => answer.json
export const detail = (answer: Answered) => (answer.json as { detail: string }).detail

/** Review calls on the open town, and their results. */
export function reviewOf(open: () => TestArchive) {
  return {
    /** Sends the current version unless other headers are given. */
    async take(
      step: string,
      sent: {
        kind?: ReviewedKind
        key?: number
        as?: TestAccount
        note?: string
        headers?: Record<string, string>
      } = {},
    ) {
      const { kind = 'items', key = 51, as = 'staff', note } = sent
      const url = `/api/records/${kind}/${key}/${step}/`
      const headers = sent.headers ?? (await withVersion(open(), url, { 'if-match': VERSION }))
      return open().send(url, {
        method: 'POST',
        as,
        ...(note !== undefined && { body: { note } }),
        headers,
      })
    },
    async queue(query = '') {
      const answer = await open().send(`/api/review/${query}`, { as: 'staff' })
      return (answer.json as QueuePage).results.map(({ kind, key, label }) => `${kind} ${key} ${label}`)
    },
    mails: () => open().db.selectFrom('mail').select(['recipient', 'kind', 'text']).orderBy('id').execute(),
    builds: () => open().db.selectFrom('build').select(['state', 'reason']).execute(),
    steps: () =>
      open().db.selectFrom('audit').select(['action', 'kind', 'record_key', 'account_id']).orderBy('id').execute(),
    status: async (url: string) => (await open().get(url)).status,
  }
}
