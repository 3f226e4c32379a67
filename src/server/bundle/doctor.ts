import type { DoctorReport } from './doctor-report.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { sql } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import { selectPersonPictures, selectScanPictures, withWatermark } from '../scans/scan-picture.ts'
import { SHOWN_FORMATS, createDerivatives, type PictureSource } from '../scans/derivatives.ts'
import { originalKey } from '../storage/keys.ts'
import { versionOf } from '../storage/picture-keys.ts'
import { checkOriginals } from '../health/check-originals.ts'
import { examineOverlays, examineTiles } from './examine-overlays.ts'
import { examineMedia, examineRecords } from './examine-media.ts'
import { examineOperations } from './examine-operations.ts'
import { withImportLock } from '../database/archive-locks.ts'

/**
 * Examines the whole archive. With `repair` it makes missing derivatives and tiles, moves unreferenced originals to the trash as a sweep does
 * (scans/sweep.ts), and removes other unreferenced files; it never touches records or originals in use.
 * @throws {ImportInProgress} with `repair`, during an import.
 */
export async function examineArchive(archive: DoctorOptions): Promise<DoctorReport> {
  return archive.repair ? await withImportLock(archive.db, () => examine(archive)) : await examine(archive)
}

interface DoctorOptions {
  db: ArchiveDatabase
  media: MediaStore
  /** Folder of the tiles of old maps; they are checked only where it is given. */
  tilesDir?: string
  /** Folders that may hold `removed-maps` and `before-restore-…`. */
  keptBeside?: readonly string[]
  repair?: boolean
  onProgress?: (done: number, total: number) => void
}

async function examine({
  db,
  media,
  tilesDir,
  keptBeside = [],
  repair = false,
  onProgress,
}: DoctorOptions): Promise<DoctorReport> {
  const report: DoctorReport = { findings: [], notes: [], checked: {} }
  await examineDatabase(db, report)
  await examineRecords(db, report)
  await examineOperations(db, report)
  await examineOriginals(db, media, report, onProgress)
  await examineDerivatives(db, media, report, repair)
  if (tilesDir !== undefined) await examineOverlays({ db, media, tilesDir }, report, repair)
  await examineMedia({ db, media, keptBeside }, report, repair)
  return report
}

function examineFile(sqlite: ArchiveDatabase['sqlite'], findings: DoctorReport['findings']): void {
  for (const { integrity_check: what } of sqlite.prepare('pragma integrity_check').all()) {
    if (what !== 'ok') findings.push({ where: 'database', what: String(what) })
  }
  for (const { table, rowid, parent } of sqlite.prepare('pragma foreign_key_check').all()) {
    findings.push({ where: `${table} ${rowid}`, what: `It refers to a missing ${parent}.` })
  }
}

/** Records that a restore has put aside (backup/postgres). */
async function noteKeptSchemas(db: ArchiveDatabase, notes: DoctorReport['notes']): Promise<void> {
  const kept = sql<{ name: string }>`select nspname as name from pg_namespace where nspname like 'before\\_restore\\_%'`
  for (const { name } of (await kept.execute(db)).rows)
    notes.push(`The schema ${name} of the database holds the records from before a restore. Only you remove it.`)
}

async function examineDatabase(db: ArchiveDatabase, { findings, notes }: DoctorReport): Promise<void> {
  // PostgreSQL checks references itself, and its files with tools of its own.
  if (db.isPostgres) await noteKeptSchemas(db, notes)
  else examineFile(db.sqlite, findings)
  const items = await db.selectFrom('item').select('id').orderBy('id').execute()
  const { rows: found } = await sql<{ rowid: number }>`select rowid from item_search`.execute(db)
  const indexed = new Set(found.map(({ rowid }) => rowid))
  for (const { id } of items) {
    if (!indexed.delete(id)) findings.push({ where: `item ${id}`, what: 'It is missing in the full-text index.' })
  }
  for (const id of indexed)
    findings.push({ where: `item ${id}`, what: 'It is in the full-text index, but not in the archive.' })
}

async function examineOriginals(
  db: ArchiveDatabase,
  media: MediaStore,
  report: DoctorReport,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const result = await checkOriginals(db, media, { onProgress })
  report.checked['originals'] = result.originals
  report.findings.push(...result.problems)
  report.fixity = result
}

interface Shown extends PictureSource {
  where: string
  version: string
}

async function shownPictures(db: ArchiveDatabase): Promise<Shown[]> {
  const scans = await selectScanPictures(db).select(['scan.id', 'scan.version']).execute()
  const people = await selectPersonPictures(db).select(['person_image.person_id', 'person_image.version']).execute()
  return [
    ...scans.map(({ id, ...scan }) => ({ ...withWatermark(scan), where: `scan ${id}` })),
    ...people.map(({ person_id, ...rest }) => ({ ...rest, where: `person ${person_id}`, watermark: undefined })),
  ]
}

async function examineDerivatives(db: ArchiveDatabase, media: MediaStore, report: DoctorReport, repair: boolean) {
  const { findings, checked } = report
  const derivatives = createDerivatives(media)
  const shown = await shownPictures(db)
  checked['pictures'] = shown.length
  const tasks = new Set((await db.selectFrom('picture_task').select('version').execute()).map(({ version }) => version))
  for (const picture of shown) {
    if (picture.version !== versionOf(picture)) {
      findings.push({ where: picture.where, what: 'Its version does not match its picture and watermark.' })
    }
    const missing = await derivatives.countMissing(picture, SHOWN_FORMATS)
    // The server makes what is queued; failed tasks are reported by examineOperations.
    if (missing === 0 || (!repair && tasks.has(picture.version))) continue
    const present = (await media.size(originalKey(picture.sha256, picture.format))) !== undefined
    const repaired = repair && present
    if (repaired) {
      await derivatives.ensure(picture)
      await db.deleteFrom('picture_task').where('version', '=', picture.version).execute()
    }
    findings.push({ where: picture.where, what: `${missing} of its sizes are missing.`, repaired })
  }
  await examineTiles(media, shown, report, repair)
}
