import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { personImageCreate } from '#contract/person.ts'
import { isReviewed } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { invalid } from '../http/errors.ts'
import { checkLinks } from '../records/check-links.ts'
import { addRecord } from '../records/write-record.ts'
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
  await checkLinks(db, caller, 'person_images', parsed.output)
  return parsed.output
}

/** Writes a picture of a person whose original has a row: a draft of the caller, or public at once where staff add it. */
export async function writePersonImage(
  trx: Transaction<Tables>,
  caller: Caller,
  { sha256 }: Picture,
  fields: PersonImageFields,
): Promise<{ id: number }> {
  const version = pictureVersion(sha256, undefined)
  const action = isReviewed(caller, 'person_images') ? 'submitted' : 'added'
  const columns = { sha256, version }
  const { key } = await addRecord(trx, caller, { kind: 'person_images', fields, action, columns })
  await addPictureTask(trx, version)
  return { id: key as number }
}
