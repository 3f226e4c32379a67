import { dirname } from 'node:path'
import { UPLOAD } from '#contract/limits.ts'
import { AUDIT_ACTIONS, AUDIT_KINDS } from '#contract/record.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { NEVER } from '../mail/pauses.ts'
import { MOST_ATTEMPTS } from '../scans/picture-tasks.ts'
import { freeBytes } from '../scans/upload-places.ts'
import type { DoctorReport } from './doctor.ts'

/** So much room is asked for before uploads are refused, so that somebody has time to make some. */
const ROOM = 4 * UPLOAD.freeBytes

/**
 * What the server does beside the records: the audit trail, pictures that it could not make, letters that it could not deliver, a site that it
 * could not build, room on the disk. Links of accounts and tokens, and values that a column may have, the database checks itself.
 */
export async function examineWorkings(
  db: ArchiveDatabase,
  report: DoctorReport,
  free: (folder: string) => Promise<number> = freeBytes,
): Promise<void> {
  const { findings, looked } = report
  const { accounts } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  looked['accounts'] = accounts
  await examineAudit(db, report)

  const tasks = await db
    .selectFrom('picture_task')
    .leftJoin('scan', 'scan.version', 'picture_task.version')
    .leftJoin('person_image', 'person_image.version', 'picture_task.version')
    .select(['scan.id as scan', 'person_image.person_id as person', 'picture_task.attempts'])
    .where('attempts', '>=', MOST_ATTEMPTS)
    .execute()
  for (const { scan, person, attempts } of tasks) {
    const where = scan ? `scan ${scan}` : person ? `person ${person}` : undefined
    // Of a picture that nothing shows any more the task goes by itself.
    if (where) findings.push({ where, what: `Its sizes could not be made, ${attempts} times. The original is kept.` })
  }

  const letters = await db
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'last_error'])
    .where('next_attempt_at', '>=', NEVER)
    .orderBy('id')
    .execute()
  for (const { id, kind, recipient, last_error } of letters) {
    findings.push({ where: `letter ${id}`, what: `${kind} to ${recipient} could not be delivered: ${last_error}` })
  }

  const last = await db
    .selectFrom('build')
    .select(['id', 'state', 'message'])
    .where('state', 'in', ['done', 'failed'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.state === 'failed') {
    findings.push({ where: `build ${last.id}`, what: `The site could not be built: ${last.message}` })
  }

  const left = db.file === ':memory:' ? ROOM : await free(dirname(db.file))
  if (left < ROOM) {
    const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
    const what = `${megabytes(left)} MB are free. Below ${megabytes(UPLOAD.freeBytes)} MB no picture is taken in.`
    findings.push({ where: 'disk', what })
  }
}

async function examineAudit(db: ArchiveDatabase, { findings, looked }: DoctorReport): Promise<void> {
  const steps = db.selectFrom('audit').select(['id', 'action', 'kind', 'fields']).orderBy('id').stream()
  let count = 0
  for await (const { id, action, kind, fields } of steps) {
    count += 1
    const where = `audit ${id}`
    if (!(AUDIT_ACTIONS as readonly string[]).includes(action)) {
      findings.push({ where, what: `There is no step ${action}.` })
    }
    if (!(AUDIT_KINDS as readonly string[]).includes(kind)) findings.push({ where, what: `There is no kind ${kind}.` })
    if (!isList(fields)) findings.push({ where, what: 'Its fields cannot be read.' })
  }
  looked['steps of the audit trail'] = count
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}
