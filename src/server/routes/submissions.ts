import type { EndpointName } from '#contract/endpoints.ts'
import type { Grave, Relationship } from '#contract/person.ts'
import type { RecordFields, ReviewedKind } from '#contract/record.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Trx } from '../database/tables.ts'
import type { Call, Mount } from '../http/mount.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { submit } from '../submissions/submit.ts'

type Submission = { id: number; fields: RecordFields }
type SubmissionCall = Pick<Call<EndpointName>, 'request' | 'caller'> & { body: RecordFields }

/** Submissions (spec §7 "Writes") except pictures. Each returns what the spec names; repeated calls return the first response. */
export function mountSubmissions(mount: Mount, db: ArchiveDatabase): void {
  function submitOnce<T>(
    call: EndpointName,
    kind: ReviewedKind,
    input: SubmissionCall,
    answer: (made: Submission) => T,
  ): Promise<T> {
    const { request, caller, body } = input
    return withIdempotencyKey({ db, request, caller, call }, async (trx: Trx) =>
      answer(await submit(trx, caller, kind, body)),
    )
  }
  const idOnly = ({ id }: Submission) => ({ id })

  mount('createItem', (call) => submitOnce('createItem', 'items', call, idOnly))
  mount('createCollection', (call) => submitOnce('createCollection', 'collections', call, idOnly))
  mount('createSubject', (call) =>
    submitOnce('createSubject', 'subjects', call, ({ id, fields }) => ({
      id,
      subject_name: fields['subject_name'] as string,
    })),
  )
  mount('createOrganization', (call) =>
    submitOnce('createOrganization', 'organizations', call, ({ id, fields }) => ({
      id,
      name: fields['name'] as string,
    })),
  )
  mount('createPerson', (call) =>
    submitOnce('createPerson', 'people', call, ({ id, fields }) => {
      const { first_name, middle_name, surname } = fields as Record<'first_name' | 'middle_name' | 'surname', string>
      return { id, first_name, middle_name, surname }
    }),
  )
  mount('createGrave', (call) =>
    submitOnce('createGrave', 'graves', call, ({ id, fields }) => ({ id, ...(fields as Omit<Grave, 'id'>) })),
  )
  mount('createRelationship', (call) =>
    submitOnce('createRelationship', 'relationships', call, ({ id, fields }) => ({
      id,
      ...(fields as Omit<Relationship, 'id'>),
    })),
  )
}
