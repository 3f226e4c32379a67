import { hash } from 'node:crypto'
import type { ImportChange, ImportDetails } from '#contract/imports.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import type { PictureLimits } from '../scans/inspect-picture.ts'

/** What people have decided of an import. */
export type Answers = Required<Omit<ImportChange, 'files' | 'mapping'>> & Pick<ImportDetails, 'mapping'>

/** What the child process is to do is in its row; these are the places. */
export interface ImportTask {
  id: number
  folder: string
  mediaDir: string
  trashDir: string
  tilesDir: string
  limits: PictureLimits
}

const selectRuns = (db: Db) =>
  db
    .selectFrom('import_run as r')
    .leftJoin('operation as o', 'o.id', 'r.operation_id')
    .select(['r.id', 'r.source', 'r.state', 'r.created_at', 'r.changed_at', 'r.account_id', 'r.actor'])
    .select(['r.stale', 'r.error', 'r.operation_id', 'o.undone_at'])

/** Newest first. */
export const readRuns = (db: Db) => selectRuns(db).orderBy('r.id', 'desc').limit(200).execute()
export type Run = Awaited<ReturnType<typeof readRuns>>[number]

export async function readRun(db: Db, id: number) {
  const row = await selectRuns(db).select(['r.answers', 'r.findings']).where('r.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  return { ...row, version: hash('sha256', row.answers).slice(0, 16), answers: JSON.parse(row.answers) as Answers }
}

/** Ends a check or a run that failed, for which nothing was changed; one that was written by then is done. */
export const failRun = (db: ArchiveDatabase, id: number, error: string) =>
  inTransaction(db, async (trx) => {
    const isWritten = ((await readRun(trx, id))?.operation_id ?? null) !== null
    const ended = isWritten ? ({ state: 'done', error: null } as const) : ({ state: 'failed', error } as const)
    const unfinished = trx.updateTable('import_run').set({ ...ended, changed_at: new Date().toISOString() })
    await unfinished.where('id', '=', id).where('state', 'in', ['checking', 'running']).execute()
  })
