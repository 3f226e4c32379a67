import { IMAGE_FORMATS } from '#contract/scan.ts'
import type { ImageFormat } from '#contract/scan.ts'
import type { Transaction } from 'kysely'
import { gatherStatistics, type ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { refreshItemSearch } from '../database/item-search.ts'
import type { KeptOverlay } from '../raster/overlays.ts'
import type { PreparedOverlay } from '../raster/prepare-overlay.ts'
import { acceptedRows } from './accepted-rows.ts'
import { createArchiveKeys } from './archive-keys.ts'
import { openBundleFolder, type BundleFile, type BundleFolder } from './bundle-folder.ts'
import type { Issue } from './bundle-row.ts'
import { checkBundle, type Check } from './check-bundle.ts'
import { forgetReplaced, prepareOverlays, undoOverlays, writeOverlays } from './import-overlays.ts'
import { importPictures, pictureOf, removeAddedMedia, type AddedMedia } from './import-pictures.ts'
import type { ListName } from './lists.ts'
import { mediaInUse } from '../scans/strays.ts'
import { forgetUnusedOriginals, removeUnused } from './media-in-use.ts'
import { takeTurn } from '../database/take-turn.ts'
import type { PictureLimits } from '../scans/inspect-picture.ts'
import { NO_OVERLAYS, checkOverlays, type CheckedOverlays } from './overlays-list.ts'
import { createPictureFiles, type PictureFiles } from './picture-files.ts'
import { toRecord, type ToWrite } from '../records/to-columns.ts'
import { writeBatch, type Written } from './write-batch.ts'
import { writeRejectedRows } from './rejected-rows.ts'

/** How far an import is: bytes while it checks, pictures, hundredths of old maps, then rows. */
export interface Progress {
  step: 'check' | 'pictures' | 'maps' | 'write'
  done: number
  total: number
}

export interface ImportOptions {
  folder: string
  db: ArchiveDatabase
  media: MediaStore
  /** Where the tiles of old maps lie; needed for a bundle that has some. */
  tilesDir?: string
  onProgress?: (progress: Progress) => void
  /** The kinds of file that are made of each picture now; what is left out is made at its first request. All, where nothing is said. */
  formats?: readonly ImageFormat[]
  /** Whether scans get their tiles now, too, or at their first request. Where nothing is said: with all kinds of file. */
  tiles?: boolean
  /** What a picture may have, where the society has set it. */
  limits?: PictureLimits
  /** Checks and reports only. */
  dryRun?: boolean
  /** Imports the rows that are right where others are wrong. */
  skipBad?: boolean
  /** Where rows that were left out are written, with the reasons (only with `skipBad`). */
  rejectedFile?: string
}

export interface ImportReport {
  /** Everything that is wrong, in the order of files and lines. */
  issues: Issue[]
  /** True when rows were written (or were all there already); false for a dry run and for a bundle that was refused. */
  imported: boolean
  lists: { list: ListName | 'overlays'; rows: number; rejected: number; written?: Written }[]
}

/** So many rows are compared and written together. */
const BATCH = 200

/**
 * Imports a bundle (README.md of this folder). Everything is checked before anything is written; records are written in one transaction,
 * after their pictures are on disk.
 * @throws {ImportUnderWay} and what the disk or the database throws; the archive is then as it was.
 */
export async function importBundle(options: ImportOptions): Promise<ImportReport> {
  return options.dryRun ? await importInTurn(options) : await takeTurn(options.db, () => importInTurn(options))
}

async function importInTurn(options: ImportOptions): Promise<ImportReport> {
  const { folder, db, media, onProgress, dryRun = false, skipBad = false } = options
  const { formats = IMAGE_FORMATS, tiles = options.formats === undefined } = options
  const bundle = await openBundleFolder(folder)
  const pictures = createPictureFiles(folder, options.limits)
  const total = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const onBytes = (bytes: number) => onProgress?.({ step: 'check', done: (done += bytes), total })
  const check = await checkBundle(bundle, { keys: createArchiveKeys(db), pictures, onBytes })
  const maps = bundle.overlays ? await checkOverlays(folder) : NO_OVERLAYS
  const report = startReport(bundle, check, maps)
  const unreadable = check.unreadable || maps.unreadable
  if (dryRun || unreadable || (report.issues.length > 0 && !skipBad)) return report

  // Before anything else is: an import that succeeds must not end with a file that could not be written.
  if (options.rejectedFile && check.issues.length > 0) {
    await writeRejectedRows(options.rejectedFile, bundle, check)
  }
  const before = await mediaInUse(db)
  const added: AddedMedia = { originals: new Set(), derivativeFolders: new Set() }
  const place = { db, media, tilesDir: tilesDirOf(options, maps) }
  let prepared: PreparedOverlay[] = []
  let replaced: KeptOverlay[] = []
  try {
    await keepPictures(bundle, check, { media, pictures, formats, tiles, added, onProgress })
    prepared = await prepareOverlays(place, maps.wanted, (done, total) => onProgress?.({ step: 'maps', done, total }))
    await db.transaction().execute(async (trx) => {
      await writeRecords(trx, bundle, check, { pictures, report, onProgress })
      replaced = await writeMaps(trx, prepared, report)
    })
  } catch (error) {
    await removeAddedMedia(db, media, added)
    await undoOverlays(prepared)
    throw error
  }
  await forgetReplaced(place, replaced)
  await removeUnused(db, media, { before, now: await mediaInUse(db) })
  report.imported = true
  return report
}

function tilesDirOf({ tilesDir }: ImportOptions, { wanted }: CheckedOverlays): string {
  if (tilesDir === undefined && wanted.length > 0) throw new Error('It is not said where the tiles of old maps lie.')
  return tilesDir ?? ''
}

async function writeMaps(
  trx: Transaction<Tables>,
  prepared: readonly PreparedOverlay[],
  report: ImportReport,
): Promise<KeptOverlay[]> {
  const { written, replaced } = await writeOverlays(trx, prepared)
  const list = report.lists.find((each) => each.list === 'overlays')
  if (list) list.written = written
  return replaced
}

function startReport(bundle: BundleFolder, check: Check, maps: CheckedOverlays): ImportReport {
  const order = new Map(bundle.files.map(({ file }, at) => [file, at]))
  const place = ({ file }: Issue) => order.get(file) ?? -1
  const issues = check.issues.toSorted((a, b) => place(a) - place(b) || a.line - b.line || a.row - b.row)
  const lists: ImportReport['lists'] = bundle.files.map(({ list }) => ({
    list,
    rows: check.rows.get(list) ?? 0,
    rejected: check.rejected.get(list)?.size ?? 0,
  }))
  const { rows, wanted } = maps
  if (bundle.overlays) lists.push({ list: 'overlays', rows, rejected: rows - wanted.length })
  return { issues: [...issues, ...maps.issues], imported: false, lists }
}

const none: ReadonlySet<number> = new Set()
const hasPictures = ({ list }: BundleFile) => list === 'scans' || list === 'person_images'

async function keepPictures(
  bundle: BundleFolder,
  check: Check,
  {
    onProgress,
    ...rest
  }: Pick<ImportOptions, 'media' | 'onProgress'> & {
    pictures: PictureFiles
    formats: readonly ImageFormat[]
    tiles: boolean
    added: AddedMedia
  },
): Promise<void> {
  const files = bundle.files.filter(hasPictures)
  const total = files.reduce((sum, { list }) => sum + acceptedCount(check, list), 0)
  let done = 0
  // Told before the first is written, so that whoever watches knows that there is something to take back.
  onProgress?.({ step: 'pictures', done, total })
  const onPicture = () => onProgress?.({ step: 'pictures', done: ++done, total })
  for (const file of files) {
    await importPictures(file, { ...rest, rejected: check.rejected.get(file.list) ?? none, onPicture })
  }
}

const acceptedCount = (check: Check, list: ListName) =>
  (check.rows.get(list) ?? 0) - (check.rejected.get(list)?.size ?? 0)

async function writeRecords(
  trx: Transaction<Tables>,
  bundle: BundleFolder,
  check: Check,
  {
    pictures,
    report,
    onProgress,
  }: { pictures: PictureFiles; report: ImportReport; onProgress: ImportOptions['onProgress'] },
): Promise<void> {
  const now = new Date().toISOString()
  const total = bundle.files.reduce((sum, { list }) => sum + acceptedCount(check, list), 0)
  let done = 0
  let changes = 0
  for (const file of bundle.files) {
    const written: Written = { added: 0, updated: 0, unchanged: 0 }
    const flush = async (batch: ToWrite[]) => {
      const counts = await writeBatch(trx, file.list, batch, now)
      for (const key of ['added', 'updated', 'unchanged'] as const) written[key] += counts[key]
      onProgress?.({ step: 'write', done: (done += batch.length), total })
    }
    let batch: ToWrite[] = []
    for await (const row of acceptedRows(file, check.rejected.get(file.list) ?? none)) {
      batch.push(toRecord(file.list, row, hasPictures(file) ? await keepOriginalRow(trx, pictures, row) : ''))
      if (batch.length === BATCH) {
        await flush(batch)
        batch = []
      }
    }
    if (batch.length > 0) await flush(batch)
    changes += written.added + written.updated
    report.lists.find(({ list }) => list === file.list)!.written = written
  }
  if (changes > 0) {
    await forgetUnusedOriginals(trx)
    await refreshItemSearch(trx)
    await gatherStatistics(trx)
  }
}

/** The row of a picture's original, before the scan that names it. Answers its SHA-256. */
async function keepOriginalRow(
  trx: Transaction<Tables>,
  pictures: PictureFiles,
  row: Record<string, unknown>,
): Promise<string> {
  const { picture } = await pictureOf(pictures, row)
  const named = (row['file_name'] as string) || String(row['file']).split(/[\\/]/).at(-1)!
  const there = await trx
    .selectFrom('original')
    .select('sha256')
    .where('sha256', '=', picture.sha256)
    .executeTakeFirst()
  if (!there)
    await trx
      .insertInto('original')
      .values({ ...picture, file_name: named })
      .execute()
  return picture.sha256
}
