import * as v from 'valibot'
import { personImageCreate } from '#contract/person.ts'
import { needsReview, type Caller } from '#rules/access/permissions.ts'
import type { Db, Trx } from '../database/tables.ts'
import { invalid } from '../errors/domain-error.ts'
import { checkLinks } from '../records/check-links.ts'
import { addRecord } from '../records/write-record.ts'
import type { Picture } from './inspect-picture.ts'
import { addPictureTask } from '../jobs/queue-picture.ts'
import type { FormFields } from './upload-slots.ts'
import { pictureVersion } from '../storage/picture-keys.ts'

type PersonImageFields = v.InferOutput<typeof personImageCreate>

/** Validates the form fields, and that this caller may see the person. @throws {DomainError} 400. */
export async function checkPersonImage(db: Db, caller: Caller, form: FormFields): Promise<PersonImageFields> {
  const parsed = v.safeParse(personImageCreate, form)
  if (!parsed.success) throw invalid(parsed.issues)
  await checkLinks(db, caller, 'person_images', parsed.output)
  return parsed.output
}

/** Writes the picture of a person: a draft, or public at once when staff add it. The original's row exists already. */
export async function writePersonImage(trx: Trx, caller: Caller, { sha256 }: Picture, fields: PersonImageFields) {
  const version = pictureVersion(sha256, undefined)
  const action = needsReview(caller, 'person_images') ? 'submitted' : 'added'
  const columns = { sha256, version }
  const { key } = await addRecord(trx, caller, { kind: 'person_images', fields, action, columns })
  await addPictureTask(trx, version)
  return { id: key as number }
}
