import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '../media/media-store.ts'
import { sql } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import { SHOWN_FORMATS, createDerivatives, type PictureSource } from '../scans/derivatives.ts'
import { originalKey } from '../scans/originals.ts'
import { GRACE, removeStray, strays } from '../scans/strays.ts'
import { examineOverlays } from './examine-overlays.ts'
import { examineRecords } from './examine-records.ts'
import { examineTiles } from './examine-tiles.ts'
import { examineWorkings } from './examine-workings.ts'
import { takeTurn } from '../database/take-turn.ts'

/** Something that is wrong with the archive: where, and what. `mended` says that it was put right. */
export interface Finding {
  where: string
  what: string
  mended?: boolean
}
export interface DoctorReport {
  findings: Finding[]
  /** How many of each were looked at. */
  looked: Record<string, number>
}

/**
 * Examines the whole archive: the database file itself, every record and link, every original's SHA-256, every derivative, old maps and
 * their tiles, the full text. With `repair` it makes missing derivatives and tiles and removes files that nothing names; it never touches records or originals in use.
 * @throws {ImportUnderWay} with `repair`, while an import runs.
 */
export async function examineArchive(archive: Examined): Promise<DoctorReport> {
  return archive.repair ? await takeTurn(archive.db, () => examine(archive)) : await examine(archive)
}

interface Examined {
  db: ArchiveDatabase
  media: MediaStore
  /** Where the tiles of old maps lie; they are looked at only where it is given. */
  tilesDir?: string
  repair?: boolean
  onProgress?: (done: number, total: number) => void
}

async function examine({ db, media, tilesDir, repair = false, onProgress }: Examined): Promise<DoctorReport> {
  const report: DoctorReport = { findings: [], looked: {} }
  await examineDatabase(db, report)
  await examineRecords(db, report)
  await examineWorkings(db, report)
  await examineOriginals(db, media, report, onProgress)
  await examineDerivatives(db, media, report, repair)
  if (tilesDir !== undefined) await examineOverlays({ db, media, tilesDir }, report, repair)
  await examineStrays(db, media, report, repair)
  return report
}

async function examineDatabase(db: ArchiveDatabase, { findings }: DoctorReport): Promise<void> {
  for (const { integrity_check: what } of db.sqlite.prepare('pragma integrity_check').all()) {
    if (what !== 'ok') findings.push({ where: 'database', what: String(what) })
  }
  for (const { table, rowid, parent } of db.sqlite.prepare('pragma foreign_key_check').all()) {
    findings.push({ where: `${table} ${rowid}`, what: `It names a ${parent} that is not there.` })
  }
  const items = await db.selectFrom('item').select('id').orderBy('id').execute()
  const { rows: found } = await sql<{ rowid: number }>`select rowid from item_search`.execute(db)
  const indexed = new Set(found.map(({ rowid }) => rowid))
  for (const { id } of items) {
    if (!indexed.delete(id)) findings.push({ where: `item ${id}`, what: 'It is not in the full text.' })
  }
  for (const id of indexed) findings.push({ where: `item ${id}`, what: 'The full text has it, the archive has not.' })
}

async function examineOriginals(
  db: ArchiveDatabase,
  media: MediaStore,
  { findings, looked }: DoctorReport,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const originals = await db.selectFrom('original').selectAll().orderBy('sha256').execute()
  looked['originals'] = originals.length
  for (const [at, { sha256, format, file_name }] of originals.entries()) {
    const where = `original ${sha256.slice(0, 12)} (${file_name})`
    const stream = await media.stream(originalKey(sha256, format))
    if (!stream) findings.push({ where, what: 'The file is missing.' })
    else {
      const hash = createHash('sha256')
      await pipeline(stream, hash)
      if (hash.digest('hex') !== sha256) findings.push({ where, what: 'The file has changed: its SHA-256 is another.' })
    }
    onProgress?.(at + 1, originals.length)
  }
}

interface Shown extends PictureSource {
  where: string
  version: string
}

/** Every picture that can be asked for, with the version under which its derivatives lie. */
async function shownPictures(db: ArchiveDatabase): Promise<Shown[]> {
  const scans = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['scan.id', 'scan.version', 'scan.watermark', 'scan.color', 'scan.position'])
    .select(['original.sha256', 'original.format', 'original.width'])
    .execute()
  const people = await db
    .selectFrom('person_image')
    .innerJoin('original', 'original.sha256', 'person_image.sha256')
    .select(['person_image.person_id', 'person_image.version', 'original.sha256', 'original.format', 'original.width'])
    .execute()
  return [
    ...scans.map(({ id, watermark, color, position, ...rest }) => {
      return { ...rest, where: `scan ${id}`, watermark: { text: watermark, color, position } as Shown['watermark'] }
    }),
    ...people.map(({ person_id, ...rest }) => ({ ...rest, where: `person ${person_id}`, watermark: undefined })),
  ]
}

async function examineDerivatives(
  db: ArchiveDatabase,
  media: MediaStore,
  { findings, looked }: DoctorReport,
  repair: boolean,
): Promise<void> {
  const derivatives = createDerivatives(media)
  const shown = await shownPictures(db)
  looked['pictures'] = shown.length
  const tasks = new Set((await db.selectFrom('picture_task').select('version').execute()).map(({ version }) => version))
  for (const picture of shown) {
    if (picture.version !== derivatives.version(picture)) {
      findings.push({ where: picture.where, what: 'Its version is not that of its picture and watermark.' })
    }
    const missing = await derivatives.countMissing(picture, SHOWN_FORMATS)
    // What came just now is made by the server in its turn; what it could not make is told by examineWorkings.
    if (missing === 0 || (!repair && tasks.has(picture.version))) continue
    const present = (await media.size(originalKey(picture.sha256, picture.format))) !== undefined
    const mended = repair && present
    if (mended) {
      await derivatives.ensure(picture)
      await db.deleteFrom('picture_task').where('version', '=', picture.version).execute()
    }
    findings.push({ where: picture.where, what: `${missing} of its sizes are missing.`, mended })
  }
  await examineTiles(media, shown, { findings, looked }, repair)
}

/**
 * Files that no record names: what an import or an upload that was killed left behind, or sizes of an earlier watermark. What came just now may
 * belong to an upload under way.
 */
async function examineStrays(
  db: ArchiveDatabase,
  media: MediaStore,
  { findings, looked }: DoctorReport,
  repair: boolean,
): Promise<void> {
  let files = 0
  for await (const key of strays(db, media, { onFile: () => (files += 1) })) {
    const mended = repair && (await removeStray(db, media, key, { grace: GRACE }))
    findings.push({ where: key, what: 'Nothing names this file.', mended })
  }
  looked['files'] = files
}
