import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { MergedKind } from '#contract/merged.ts'
import type { Uses } from '#contract/review.ts'
import { addRecords } from '../fixtures.ts'
import { openRegattaTown } from '../publishing/regatta-town.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'
import { recordRows } from './record-rows.ts'
import { runs } from '../../setup/length.ts'
import { useArchive } from '../use-archive.ts'

/** Everybody is named with everybody, so that steps meet. */
const PEOPLE = [11, 12, 13, 14]
const OTHERS = [11, 12, 13]
const town = useArchive(() => openRegattaTown({ writeLimits: { account: 1e6, address: 1e6, seconds: 60 } }))
beforeAll(async () => {
  const pairs = PEOPLE.flatMap((one) => PEOPLE.map((other) => [one, other] as const))
  await addRecords(town.db, {
    person: PEOPLE.map((id) => ({ id, first_name: id % 2 ? 'Ada' : '', surname: `Hale ${id}`, date_of_birth: id === 12 ? null : 18000000 + id * 10_000 })),
    person_spouse: [[11, 2], [12, 2], [2, 13], [14, 13]].map(([person_id, spouse_id], position) => ({ person_id: person_id!, spouse_id: spouse_id!, position })),
    relationship: [11, 12, 13].map((id) => ({ id, person1_id: id, person2_id: 3, relationship_type: 'parent' as const, description: id === 12 ? 'twice' : '' })),
    grave: PEOPLE.map((id) => ({ id, person_id: id, entry: 'Row 1' })),
    ownership: pairs.map(([one, other], at) => ({ id: 20 + at, lot_num: one % 2 ? '7' : '8', person_id: other, date: 18500000 })),
    organization: OTHERS.map((id) => ({ id, name: `Mill ${id}`, altname: id === 12 ? '["Flour"]' : '[]' })),
    employment: PEOPLE.map((id) => ({ id, person_id: id, organization_id: 11 + (id % 3) })),
    subject: [{ id: 11, subject_name: 'A' }, { id: 12, subject_name: 'B', subject_parent: 11 }, { id: 13, subject_name: 'C', subject_parent: 1 }],
    collection: OTHERS.map((id) => ({ id, collection_name: `C${id}`, hierarchy: 'file' as const, parent_collection: id === 13 ? 12 : 1 })),
    items: PEOPLE.map((id) => ({
      id,
      title: `Item ${id}`,
      people: PEOPLE.filter((each) => each !== id),
      contributors: [id],
      creator_id: id,
      subjects: [11, 12],
      organizations: OTHERS,
      collection_id: 11 + (id % 3),
    })),
  }) // prettier-ignore
})

const key = fc.constantFrom(...PEOPLE)
const other = fc.constantFrom(...OTHERS)
const step = fc.oneof(
  fc.tuple(fc.constant('merge' as const), fc.constant('people' as const), key, key),
  fc.tuple(fc.constant('merge' as const), fc.constantFrom('organizations' as const, 'subjects' as const, 'collections' as const), other, other), // prettier-ignore
  fc.tuple(fc.constant('remove' as const), fc.constantFrom('people' as const, 'items' as const, 'subjects' as const), key, fc.constant(0)), // prettier-ignore
  fc.tuple(fc.constant('undo' as const), fc.constant('people' as const), fc.nat(20), fc.constant(0)),
)

async function merge(kind: MergedKind, from: number, into: number): Promise<string | undefined> {
  const { status, json } = await town.send(`/api/records/${kind}/${from}/merge/`, { method: 'POST', as: 'staff', body: { into } }) // prettier-ignore
  expect([200, 400, 404, 409, 412]).toContain(status)
  return status === 200 ? `/api/operations/${(json as { merge: number }).merge}/undo/` : undefined
}
async function remove(kind: string, id: number): Promise<string | undefined> {
  const url = `/api/records/${kind}/${id}/`
  const uses = await town.send(`${url}uses/`, { as: 'staff' })
  if (uses.status === 404) return undefined
  const headers = await withVersion(town, url, { 'if-match': VERSION })
  const { status } = await town.send(`${url}?uses=${(uses.json as Uses).count}`, { method: 'DELETE', as: 'staff', headers }) // prettier-ignore
  expect(status).toBe(204)
  const { id: removal } = await town.db.selectFrom('operation').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow() // prettier-ignore
  return `/api/operations/${removal}/undo/`
}
/** True where it was undone; a conflict says what has to be undone first. */
async function undo(url: string): Promise<boolean> {
  const { status, json } = await town.send(url, { method: 'POST', as: 'staff' })
  expect([status, json]).toEqual([status === 409 ? 409 : 200, json])
  return status === 200
}

test(
  'merges and removals in any order, undone in any order, leave the archive as it was',
  { timeout: 300_000 },
  async () => {
    const before = await recordRows(town.db)
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 8 }),
        fc.infiniteStream(fc.nat(1000)),
        async (steps, choices) => {
          const open: string[] = []
          for (const [what, kind, one, two] of steps) {
            if (what === 'undo') {
              const at = one % Math.max(1, open.length)
              if (open[at] !== undefined && (await undo(open[at]))) open.splice(at, 1)
              continue
            }
            const url = what === 'merge' ? await merge(kind as MergedKind, one, two) : await remove(kind, one)
            if (url !== undefined) open.push(url)
          }
          for (let tries = 0; open.length > 0 && tries < 200; tries++) {
            const at = Number(choices.next().value) % open.length
            if (await undo(open[at]!)) open.splice(at, 1)
          }
          expect(open).toEqual([])
          expect(await recordRows(town.db)).toEqual(before)
        },
      ),
      { numRuns: runs(12) },
    )
  },
)
