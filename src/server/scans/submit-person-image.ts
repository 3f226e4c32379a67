import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { API } from '#contract/messages.ts'
import { personImageCreate } from '#contract/person.ts'
import { isReviewed, mayRead } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal, invalid } from '../http/errors.ts'
import { requestRebuild } from '../publishing/request-rebuild.ts'
import { readFields, versionOf } from '../records/fields.ts'
import { changesBetween, keepStep } from '../records/journal.ts'
import type { Picture } from './inspect-picture.ts'
import { addPictureTask } from './picture-tasks.ts'
import type { FormFields } from './receive-form.ts'
import { pictureVersion } from './version.ts'

export type PersonImageFields = v.InferOutput<typeof personImageCreate>

/**
 * Whose picture it is, and whether this caller may see that person.
 * @throws {Refusal} 400.
 */
export async function checkPersonImage(
  db: Kysely<Tables>,
  caller: Caller,
  given: FormFields,
): Promise<PersonImageFields> {
  const parsed = v.safeParse(personImageCreate, given)
  if (!parsed.success) throw invalid(parsed.issues)
  const { person: id } = parsed.output
  const person = await db
    .selectFrom('person')
    .select(['visibility', 'state', 'author_id as author'])
    .where('id', '=', id)
    .executeTakeFirst()
  const state = person?.visibility === 'published' ? 'published' : person?.state
  if (!person || !state || state === 'discarded' || !mayRead(caller, { ...person, state })) {
    throw new Refusal(400, { person: [API.noSuchRecord(id)] })
  }
  return parsed.output
}

/** Writes a picture of a person whose original has a row: a draft of the caller, or public at once where staff add it. */
export async function writePersonImage(
  trx: Transaction<Tables>,
  caller: Caller,
  { sha256 }: Picture,
  { person }: PersonImageFields,
): Promise<{ id: number }> {
  const reviewed = isReviewed(caller, 'person_images')
  const version = pictureVersion(sha256, undefined)
  const { id } = await trx
    .insertInto('person_image')
    .values({
      person_id: person,
      sha256,
      version,
      visibility: reviewed ? 'draft' : 'published',
      author_id: caller.id,
      submitted_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPictureTask(trx, version)
  const after = (await readFields(trx, 'person_images', id))!
  await keepStep(trx, {
    caller,
    action: reviewed ? 'submitted' : 'added',
    kind: 'person_images',
    key: id,
    changes: changesBetween({}, after),
    version: versionOf(after),
  })
  if (!reviewed) await requestRebuild(trx, 'Added a picture of a person')
  return { id }
}
