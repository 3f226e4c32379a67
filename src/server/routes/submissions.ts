import * as v from 'valibot'
import { newFields } from '#contract/record-fields.ts'
import type { RecordFields, ReviewedKind } from '#contract/record.ts'
import { ignoredFields, needsReview, type Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Call, Handler, Mount } from '../http/mount.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { addRecord } from '../records/write-record.ts'

/** The calls, the kind that each adds, and the fields that it answers beside the id (spec §7 "Writes"). */
const SUBMISSIONS = {
  createItem: ['items'],
  createCollection: ['collections'],
  createSubject: ['subjects', 'subject_name'],
  createOrganization: ['organizations', 'name'],
  createPerson: ['people', 'first_name', 'middle_name', 'surname'],
  createGrave: ['graves', 'entry', 'person'],
  createRelationship: ['relationships', 'person1', 'person2', 'relationship_type', 'description'],
} as const satisfies Record<string, readonly [kind: ReviewedKind, ...fields: string[]]>
type SubmissionName = keyof typeof SUBMISSIONS

/** Submissions except pictures: drafts of the caller; what staff add, except items, is published at once. Repeated calls return the first response. */
export function mountSubmissions(mount: Mount, db: ArchiveDatabase): void {
  for (const call of Object.keys(SUBMISSIONS) as SubmissionName[]) {
    const [kind, ...names] = SUBMISSIONS[call]
    const handler = ({ request, caller, body }: Call<SubmissionName>) =>
      withIdempotencyKey({ db, request, caller, call }, async (trx) => {
        const action = needsReview(caller, kind) ? 'submitted' : 'added'
        const whole = completeFields(caller, kind, body)
        const { key: id, fields } = await addRecord(trx, caller, { kind, fields: whole, action })
        return { id, ...Object.fromEntries(names.map((name) => [name, fields[name]])) }
      })
    mount(call, handler as Handler<SubmissionName>)
  }
}

/** Fields that forms may send but the server sets itself: what is submitted is a draft of its sender. */
const IGNORED = ['user_author', 'visibility']

/** All fields of the kind, with defaults for those that the form does not have. */
function completeFields(caller: Caller, kind: ReviewedKind, sent: RecordFields): RecordFields {
  const accepted = Object.entries(sent).filter(([field]) => !IGNORED.includes(field))
  return { ...v.parse(newFields[kind], Object.fromEntries(accepted)), ...ignoredFields(caller, kind) }
}
