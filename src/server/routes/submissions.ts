import type { Transaction } from 'kysely'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Grave, Relationship } from '#contract/person.ts'
import type { RecordFields, ReviewedKind } from '#contract/record.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import type { Call, Mount } from '../http/mount.ts'
import { once } from '../http/once.ts'
import { submit } from '../submissions/submit.ts'

type Submission = { id: number; fields: RecordFields }
type Parts = Pick<Call<EndpointName>, 'request' | 'caller'> & { body: RecordFields }

/** What people submit (spec §7 "Writes") but for pictures; each answers with what the spec names, and a repeated call with what the first one did. */
export function mountSubmissions(mount: Mount, db: ArchiveDatabase): void {
  function taken<T>(call: EndpointName, kind: ReviewedKind, parts: Parts, answer: (made: Submission) => T): Promise<T> {
    const { request, caller, body } = parts
    return once({ db, request, caller, call }, async (trx: Transaction<Tables>) =>
      answer(await submit(trx, caller, kind, body)),
    )
  }
  const idOnly = ({ id }: Submission) => ({ id })

  mount('createItem', (call) => taken('createItem', 'items', call, idOnly))
  mount('createCollection', (call) => taken('createCollection', 'collections', call, idOnly))
  mount('createSubject', (call) =>
    taken('createSubject', 'subjects', call, ({ id, fields }) => ({
      id,
      subject_name: fields['subject_name'] as string,
    })),
  )
  mount('createOrganization', (call) =>
    taken('createOrganization', 'organizations', call, ({ id, fields }) => ({ id, name: fields['name'] as string })),
  )
  mount('createPerson', (call) =>
    taken('createPerson', 'people', call, ({ id, fields }) => {
      const { first_name, middle_name, surname } = fields as Record<'first_name' | 'middle_name' | 'surname', string>
      return { id, first_name, middle_name, surname }
    }),
  )
  mount('createGrave', (call) =>
    taken('createGrave', 'graves', call, ({ id, fields }) => ({ id, ...(fields as Omit<Grave, 'id'>) })),
  )
  mount('createRelationship', (call) =>
    taken('createRelationship', 'relationships', call, ({ id, fields }) => ({
      id,
      ...(fields as Omit<Relationship, 'id'>),
    })),
  )
}
