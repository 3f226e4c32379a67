import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Updateable } from 'kysely'
import {
  IMPORT_REFUSED,
  type ImportChange,
  type ImportDetails,
  type ImportEntry,
  type ImportFindings,
  type ImportPart,
} from '#contract/imports.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Config } from '../config.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables, Trx } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { InvalidMapping, checkTargets, readKnownMapping } from '../mapping/known-mapping.ts'
import { actorOf } from '../records/audit.ts'
import { requireSame } from '../records/expected-version.ts'
import type { ReceivedPart } from '../scans/file-parts.ts'
import { freeBytes, requireFreeSpace } from '../scans/upload-slots.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import { createImportFiles } from './import-files.ts'
import { createImportQueue } from './import-queue.ts'
import { failRun, readRun, readRuns, type Answers, type Run } from './import-runs.ts'
import { importTargets } from './import-targets.ts'

export interface ImportDeskParts {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  config: Config
  log: (error: unknown) => void
  keepsFolder: (() => boolean) | undefined
}

const conflict = (sentence: string) => new DomainError('conflict', sentence)
const isBusy = ({ state }: Pick<Run, 'state'>) => state === 'checking' || state === 'running'

/** Imports in the browser, for staff. */
export function createImportDesk({ db, reader, config, log, keepsFolder = () => true }: ImportDeskParts) {
  const files = createImportFiles(config.dataDir)
  const queue = createImportQueue({ db, reader, files, config, log, keepsFolder })

  async function entryOf(run: Run): Promise<ImportEntry> {
    const { id, source, state, created_at, changed_at, account_id, actor, operation_id, undone_at } = run
    const progress = async () => {
      const read = await readFile(queue.progressOf(id), 'utf8').catch(() => '')
      // It may be written at this moment.
      return read.endsWith('}') ? (JSON.parse(read) as ImportEntry['progress']) : { step: 'Waiting', part: null }
    }
    return {
      ...{ id, source, state, created_at, changed_at },
      by: account_id === null ? null : { id: account_id, name: actor },
      progress: isBusy(run) ? await progress() : null,
      ...{ operation: operation_id, undone: undone_at !== null },
    }
  }
  async function details(id: number): Promise<ImportDetails | undefined> {
    const run = await readRun(reader, id)
    if (!run) return undefined
    return {
      ...(await entryOf(run)),
      files: await files.list(id),
      ...{ version: run.version, ...run.answers },
      findings: run.findings === null ? null : (JSON.parse(run.findings) as ImportFindings),
      ...{ stale: run.stale === 1 && run.state !== 'done', error: run.error, targets: importTargets },
    }
  }
  type Found = NonNullable<Awaited<ReturnType<typeof readRun>>>
  /** Changes an import, unless it is done or something runs. */
  const change = (id: number, work: (run: Found, trx: Trx) => Promise<Updateable<Tables['import_run']>>) =>
    inTransaction(db, async (trx) => {
      const run = await readRun(trx, id)
      if (!run) throw notFound()
      requireOpen(run)
      const values = { ...(await work(run, trx)), changed_at: new Date().toISOString() }
      await trx.updateTable('import_run').set(values).where('id', '=', id).execute()
    })
  function requireOpen(run: Pick<Run, 'state'>): void {
    if (run.state === 'done') throw conflict(IMPORT_REFUSED.done)
    if (isBusy(run)) throw conflict(IMPORT_REFUSED.runs)
  }
  async function requireFound(id: number): Promise<Found> {
    const run = await readRun(reader, id)
    if (!run) throw notFound()
    return run
  }
  /** Before its files change: the database may be busy then. */
  async function setStale(id: number): Promise<void> {
    const run = await requireFound(id)
    requireOpen(run)
    if (run.stale === 0) await change(id, async () => ({ stale: 1 }))
  }
  async function start(
    id: number,
    state: 'checking' | 'running',
    caller: Caller,
    check: (run: Found) => void = () => {},
  ) {
    requireOpen(await requireFound(id))
    const all = await files.list(id)
    const missing = all.find(({ received, bytes }) => received < bytes)
    if (missing) throw conflict(IMPORT_REFUSED.unfinished(missing.path))
    if (all.length === 0)
      throw conflict(existsSync(files.folderOf(id)) ? IMPORT_REFUSED.empty : IMPORT_REFUSED.elsewhere)
    await removeNonOriginal(queue.cancelOf(id))
    await change(id, async (run, trx) => {
      check(run)
      const { account_id, actor } = await actorOf(trx, caller)
      return { state, error: null, account_id, actor }
    })
    queue.wake()
    return await details(id)
  }

  return {
    queue,
    details,
    list: async () => Promise.all((await readRuns(reader)).map(entryOf)),
    async create(source: string, caller: Caller): Promise<ImportDetails> {
      const mapping = (await readKnownMapping(reader, source)) ?? null
      const answers: Answers = { mapping, corrections: [], status: 'draft', skip_bad: false }
      const { id } = await inTransaction(db, async (trx) => {
        const { at, account_id, actor } = await actorOf(trx, caller)
        const row = { source, state: 'open', created_at: at, changed_at: at, account_id, actor } as const
        const added = trx.insertInto('import_run').values({ ...row, answers: JSON.stringify(answers) })
        return await added.returning('id').executeTakeFirstOrThrow()
      })
      await files.create(id)
      return (await details(id))!
    },
    /** @param header If-Match */
    async change(id: number, { files: announced, ...body }: ImportChange, header: string | undefined) {
      requireOpen(await requireFound(id))
      try {
        for (const table of body.mapping?.tables ?? []) checkTargets(table, 'mapping')
      } catch (error) {
        throw error instanceof InvalidMapping ? new DomainError('invalid', { mapping: [error.message] }) : error
      }
      if (announced) await files.announce(id, announced)
      const isStale = announced !== undefined || body.mapping !== undefined || body.corrections !== undefined
      await change(id, async (run) => {
        if (Object.keys(body).length > 0) requireSame(header, run.version, IMPORT_REFUSED.changed)
        return { answers: JSON.stringify({ ...run.answers, ...body }), stale: isStale ? 1 : run.stale }
      })
      return await details(id)
    },
    requireChangeable: async (id: number) => requireOpen(await requireFound(id)),
    requireSpace: (bytes: number) => requireFreeSpace(() => freeBytes(config.dataDir), String(bytes / 3)),
    /** @returns the bytes of the file that are here. */
    async addPart(id: number, part: ImportPart, sent: ReceivedPart): Promise<number> {
      await setStale(id)
      return await files.add(id, part, sent)
    },
    async removeFile(id: number, path: string): Promise<boolean> {
      await setStale(id)
      return await files.remove(id, path)
    },
    async remove(id: number): Promise<void> {
      if (isBusy(await requireFound(id)) && existsSync(files.folderOf(id))) throw conflict(IMPORT_REFUSED.runs)
      await inTransaction(db, (trx) => trx.deleteFrom('import_run').where('id', '=', id).execute())
      await files.removeAll(id)
    },
    check: (id: number, caller: Caller) => start(id, 'checking', caller),
    run: (id: number, caller: Caller) =>
      start(id, 'running', caller, ({ findings, stale, answers }) => {
        if (findings === null || stale === 1) throw conflict(IMPORT_REFUSED.stale)
        const { questions, problems, problem_count } = JSON.parse(findings) as ImportFindings
        if (questions.some((each) => !each.answered)) throw conflict(IMPORT_REFUSED.questions)
        if (problems.some(({ row, column }) => row === 0 && column === '')) throw conflict(IMPORT_REFUSED.unreadable)
        if (problem_count > 0 && !answers.skip_bad) throw conflict(IMPORT_REFUSED.problems)
      }),
    async cancel(id: number): Promise<ImportDetails | undefined> {
      const run = await requireFound(id)
      if (run.state === 'done') throw conflict(IMPORT_REFUSED.done)
      if (!isBusy(run)) throw conflict(IMPORT_REFUSED.idle)
      await writeFile(queue.cancelOf(id), '').catch(() => failRun(db, id, IMPORT_REFUSED.elsewhere))
      return await details(id)
    },
    /** A spreadsheet of an import; undefined where there is none. */
    async spreadsheet(id: number, what: 'problems' | 'cells') {
      const file = join(files.folderOf(id), what === 'problems' ? 'problems.xlsx' : 'cells.csv')
      const found = await stat(file).catch(() => undefined)
      return found && { file, bytes: found.size }
    },
  }
}
