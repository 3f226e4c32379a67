import { expect } from 'vitest'
import type { MergedKind } from '#contract/merged.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { addRecords, type Answered, type TestArchive } from '../fixtures.ts'
import { fillRegattaTown, openRegattaTown } from '../publishing/regatta-town.ts'

/** The small town where a person, an organization, a subject and a collection are recorded a second time, as 5. */
async function fillTwinTown(db: ArchiveDatabase): Promise<void> {
  await fillRegattaTown(db)
  // Agnes twice: with other dates, partly the same links, and some of her own.
  await addRecords(db, {
    person: [{ id: 5, first_name: 'Agnes', middle_name: 'Ida', surname: 'Lukasiewicz', date_of_birth: 18510000, biography: 'She painted.' }], // prettier-ignore
    person_spouse: [{ person_id: 5, spouse_id: 2, position: 0 }],
    relationship: [
      { id: 5, person1_id: 5, person2_id: 3, relationship_type: 'parent', description: 'from a letter' },
      { id: 6, person1_id: 5, person2_id: 52, relationship_type: 'parent' },
    ],
    grave: [
      { id: 5, person_id: 5, entry: 'Row 3, stone 4' },
      { id: 6, person_id: 5, entry: 'Row 8' },
    ],
    person_image: [{ id: 5, person_id: 5, sha256: 'a'.repeat(64), version: 'portrait5' }],
    ownership: [
      { id: 5, lot_num: '12-A', person_id: 5, date: 18700000, source: 'Deed' },
      { id: 6, lot_num: '7', person_id: 5, date: 18800000 },
    ],
    employment: [{ id: 5, person_id: 5, organization_id: 2 }],
    resident: [{ id: 5, person_id: 5, location_id: 2, date_start: 18810000 }],
    organization: [{ id: 5, name: 'Mill Co.', altname: '["The Mill"]', description: 'Flour.', date_opened: 18560000 }],
    organization_location: [
      { id: 5, organization_id: 5, location_id: 1, date_start: 18560000, date_end: 19020000 },
      { id: 6, organization_id: 5, location_id: 2 },
    ],
    subject: [{ id: 5, subject_name: 'Railways', subject_parent: 1 }],
    collection: [{ id: 5, collection_name: 'Albums', hierarchy: 'series', parent_collection: 1 }],
    items: [
      { id: 5, title: 'Both', people: [5, 1], creator_id: 5, contributors: [5], subjects: [5, 2], organizations: [5, 2], collection_id: 5 },
      { id: 6, title: 'One', people: [3, 5], subjects: [5], organizations: [5] },
    ],
  }) // prettier-ignore
}

export const openTwinTown = (): Promise<TestArchive> => openRegattaTown({ fill: fillTwinTown })

interface Merged {
  merge: number
  record: DeskRecord
  conflicts: object[]
}

/** Merges in the open town. */
export function mergingIn(open: () => TestArchive) {
  const send = (kind: MergedKind, from: number, into: number, more: object = {}): Promise<Answered> =>
    open().send(`/api/records/${kind}/${from}/merge/`, { method: 'POST', as: 'staff', body: { into, ...more } })
  async function merge(kind: MergedKind, from: number, into: number): Promise<Merged> {
    const answer = await send(kind, from, into)
    expect([answer.status, answer.json]).toEqual([200, answer.json])
    return answer.json
  }
  const undo = (id: number, body = {}) =>
    open().send(`/api/operations/${id}/undo/`, { method: 'POST', as: 'staff', body })
  const get = async <T>(url: string): Promise<T> => (await open().get(url)).json
  return { send, merge, undo, get }
}
