import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Updateable } from 'kysely'
import { IMPORT_REFUSED, type ImportFindings } from '#contract/imports.ts'
import { ANONYMOUS } from '#rules/access/permissions.ts'
import { SOURCE_FILE } from '../bundle/bundle-source.ts'
import { importBundle } from '../bundle/import-bundle.ts'
import type { Progress } from '../bundle/import-options.ts'
import { ImportInProgress } from '../database/archive-locks.ts'
import { openDatabase, type ArchiveDatabase } from '../database/open.ts'
import type { Tables, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { importTables } from '../mapping/import-tables.ts'
import { openGiven } from '../mapping/open-given.ts'
import { removeNonOriginal, removeUploads } from '../storage/removal.ts'
import { openMediaStore, s3FromEnvironment } from '../storage/open-media-store.ts'
import { describeBundle, describeTables } from './findings.ts'
import { failRun, readRun, type Answers, type ImportTask } from './import-runs.ts'

/** The child process of import-queue.ts: reading 22,000 rows keeps a processor busy for a minute. It writes down itself what became of its task. */
const task = JSON.parse(process.argv[2]!) as ImportTask
const { id, folder } = task
// Ctrl+C reaches every process of the terminal: the server stops this one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})

class Cancelled extends Error {}
const STEPS: Record<Progress['step'], string> = {
  ...{ check: 'Checking', pictures: 'Pictures', maps: 'Old maps', write: 'Writing' },
}
/** Milliseconds between looks at whether somebody has cancelled it. */
const LOOK_EVERY = 300
let looked = 0
let isWritten = false
/** Says how far it is. @throws where it was cancelled, or the server is gone. */
function note(step: string, part: number | null): void {
  const now = performance.now()
  if (isWritten || now - looked < LOOK_EVERY) return
  looked = now
  if (!process.connected) throw new Error(IMPORT_REFUSED.interrupted)
  if (existsSync(join(folder, 'cancel'))) throw new Cancelled()
  writeFileSync(join(folder, 'progress.json'), JSON.stringify({ step, part }))
}
const onProgress = ({ step, done, total }: Progress) => note(STEPS[step], total > 0 ? Math.min(1, done / total) : null)

type Result = { findings: ImportFindings; mapping?: Answers['mapping']; imported: boolean }

async function perform(db: ArchiveDatabase, isRun: boolean): Promise<Result> {
  const { source, answers, account_id } = (await readRun(db, id))!
  const { mediaDir, trashDir, tilesDir, limits } = task
  const onRow = () => note('Reading', null)
  const media = openMediaStore({ mediaDir, trashDir, s3: s3FromEnvironment(process.env) })
  const { bundle, problems, ...given } = await openGiven([join(folder, 'files')], join(folder, 'unpacked'), () =>
    note('Unpacking', null),
  )
  const { status, skip_bad: skipBad, corrections, mapping } = answers
  const options = {
    ...{ db, media, tilesDir, limits, onProgress, status, skipBad, dryRun: !isRun, picturesLater: true, rebuild: true },
    caller: { ...ANONYMOUS, id: account_id },
    onWritten: noteOperation,
  }
  if (bundle !== undefined) {
    // What it says itself where it comes from tells the same rows apart.
    const named = existsSync(join(bundle, SOURCE_FILE)) ? {} : { source }
    const report = await importBundle({ ...options, ...named, folder: bundle })
    return { findings: describeBundle(report), imported: report.imported }
  }
  const problemsFile = join(folder, 'problems.xlsx')
  await removeUploads(problemsFile)
  const tables = { ...options, ...given, source, corrections, onRow, mapping: mapping ?? undefined, workFolder: folder }
  const done = await importTables(tables)
  done.problems.unshift(...problems)
  const findings = await describeTables(done, problemsFile)
  return { findings, mapping: done.mapping, imported: done.report?.imported ?? false }
}

/** In the transaction of the import: a crash leaves both or none. */
async function noteOperation(trx: Trx, batch: string): Promise<void> {
  const operation = await trx.selectFrom('operation').select('id').where('batch', '=', batch).executeTakeFirst()
  if (operation) await trx.updateTable('import_run').set({ operation_id: operation.id }).where('id', '=', id).execute()
  isWritten = true
}

async function work(db: ArchiveDatabase): Promise<void> {
  const before = (await readRun(db, id))!
  const end = async (values: Updateable<Tables['import_run']>) => {
    for (const made of ['bundle', values.state === 'done' ? 'unpacked' : ''])
      if (made) await removeUploads(join(folder, made))
    await removeNonOriginal(join(folder, 'progress.json'))
    const row = { ...values, changed_at: new Date().toISOString() }
    await inTransaction(db, (trx) => trx.updateTable('import_run').set(row).where('id', '=', id).execute())
  }
  try {
    const { findings, mapping, imported } = await perform(db, before.state === 'running')
    const answers = mapping ? { answers: JSON.stringify({ ...before.answers, mapping }) } : {}
    await end({
      ...answers,
      state: imported ? 'done' : 'checked',
      stale: 0,
      error: null,
      findings: JSON.stringify(findings),
    })
  } catch (error) {
    if (error instanceof Cancelled) return await end({ state: before.findings === null ? 'open' : 'checked' })
    await failRun(db, id, (error as Error).message)
    await end({})
    if (!(error instanceof ImportInProgress)) throw error
  }
}

try {
  await using db = await openDatabase(process.env['ARCHIVE_DATABASE']!)
  await work(db)
} finally {
  if (process.connected) process.disconnect()
}
