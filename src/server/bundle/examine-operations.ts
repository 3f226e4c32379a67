import { dirname } from 'node:path'
import { UPLOAD } from '#contract/limits.ts'
import { AUDIT_ACTIONS, AUDIT_KINDS } from '#contract/record.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { NEVER } from '../mail/retry-delay.ts'
import { MAX_ATTEMPTS } from '../scans/picture-tasks.ts'
import { freeBytes } from '../scans/upload-slots.ts'
import type { DoctorReport } from './doctor-report.ts'

/** Free space below which the doctor warns: before uploads are refused, so that there is time to act. */
const LOW_SPACE = 4 * UPLOAD.freeBytes

/** Checks the server's work: audit trail, derivatives, mail, builds, disk space. References and ranges are checked by the database itself. */
export async function examineOperations(
  db: ArchiveDatabase,
  report: DoctorReport,
  free: (folder: string) => Promise<number> = freeBytes,
): Promise<void> {
  const { findings, checked } = report
  const { accounts } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow()
  checked['accounts'] = accounts
  await examineAudit(db, report)

  const tasks = await db
    .selectFrom('picture_task')
    .leftJoin('scan', 'scan.version', 'picture_task.version')
    .leftJoin('person_image', 'person_image.version', 'picture_task.version')
    .select(['scan.id as scan', 'person_image.person_id as person', 'picture_task.attempts'])
    .where('attempts', '>=', MAX_ATTEMPTS)
    .execute()
  for (const { scan, person, attempts } of tasks) {
    const where = scan ? `scan ${scan}` : person ? `person ${person}` : undefined
    // A task of a removed picture goes away by itself.
    if (where)
      findings.push({ where, what: `Its sizes could not be made in ${attempts} attempts. The original is safe.` })
  }

  const pages = db.selectFrom('page_task').innerJoin('item_file', 'item_file.id', 'page_task.document_id')
  for (const { id, item_id, page, problem } of await pages.selectAll().where('problem', '<>', '').execute()) {
    const what = `Page ${page} could not be drawn: ${problem} The document is safe.`
    findings.push({ where: `file ${id} of item ${item_id}`, what })
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
    .where('state', '!=', 'running')
    // One that waits tries again.
    .orderBy(({ eb }) => eb('state', '=', 'waiting'), 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.state === 'failed') {
    findings.push({ where: `build ${last.id}`, what: `The site could not be built: ${last.message}` })
  }

  const { place } = db.engine
  const freeSpace = db.isPostgres || place === ':memory:' ? LOW_SPACE : await free(dirname(place))
  if (freeSpace < LOW_SPACE) {
    const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
    const what = `${megabytes(freeSpace)} MB are free. Below ${megabytes(UPLOAD.freeBytes)} MB uploads are refused.`
    findings.push({ where: 'disk', what })
  }
}

/** Steps that are read at once. */
const STEPS = 1000

async function* auditSteps(db: ArchiveDatabase) {
  const page = db.selectFrom('audit').select(['id', 'action', 'kind', 'fields']).orderBy('id').limit(STEPS)
  for (let last = 0; ;) {
    const steps = await page.where('id', '>', last).execute()
    yield* steps
    if (steps.length < STEPS) return
    last = steps.at(-1)!.id
  }
}

async function examineAudit(db: ArchiveDatabase, { findings, checked }: DoctorReport): Promise<void> {
  let count = 0
  for await (const { id, action, kind, fields } of auditSteps(db)) {
    count += 1
    const where = `audit ${id}`
    if (!(AUDIT_ACTIONS as readonly string[]).includes(action)) {
      findings.push({ where, what: `There is no action ${action}.` })
    }
    if (!(AUDIT_KINDS as readonly string[]).includes(kind)) findings.push({ where, what: `There is no kind ${kind}.` })
    if (!isList(fields)) findings.push({ where, what: "Its fields can't be read." })
  }
  checked['steps of the audit trail'] = count
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}
