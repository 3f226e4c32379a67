import { IMAGE_FORMATS, type ImageFormat } from '#contract/scan.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Trx } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { refreshItemSearch } from '../database/item-search.ts'
import { analyzeItemSearch, analyzeTables } from '../database/planner-statistics.ts'
import { trashRemovedOverlay, type RemovedOverlay } from '../raster/overlay-files.ts'
import type { PreparedOverlay } from '../raster/prepare-overlay.ts'
import { acceptedRows } from './accepted-rows.ts'
import { createArchiveKeys } from './archive-keys.ts'
import { openBundleFolder, type BundleFile, type BundleFolder } from './bundle-folder.ts'
import type { Issue } from './bundle-row.ts'
import { checkBundle, type Check } from './check-bundle.ts'
import { prepareOverlays, undoOverlays, writeOverlays } from './import-overlays.ts'
import {
  deleteUnusedOriginalRows,
  removeUnusedFiles,
  importPictures,
  pictureOf,
  removeAddedMedia,
  type AddedMedia,
  type PictureImport,
} from './import-pictures.ts'
import type { ListName } from './lists.ts'
import { mediaInUse } from '../scans/orphans.ts'
import { withImportLock } from '../database/import-lock.ts'
import type { PictureLimits } from '../scans/inspect-picture.ts'
import { writeOriginalRow } from '../scans/originals.ts'
import { addMapLayers } from '../repositories/map-layers.ts'
import { checkMapLayers } from './map-layers-file.ts'
import { NO_OVERLAYS, checkOverlays, type CheckedOverlays } from './overlays-list.ts'
import { createPictureFiles, type PictureFiles } from './picture-files.ts'
import { readSettings, readStoredSettings } from '../repositories/settings.ts'
import { queueAllPictures } from '../jobs/queue-picture.ts'
import { toRecord, type ToWrite } from '../records/to-columns.ts'
import { findUnreadFiles } from './unread-files.ts'
import { writeBatch, type WriteCounts } from './write-batch.ts'
import { writeRejectedRows } from './rejected-rows.ts'

/** Progress in bytes (check), pictures, hundredths of old maps, or rows. */
export interface Progress {
  step: 'check' | 'pictures' | 'maps' | 'write'
  done: number
  total: number
}

export interface ImportOptions {
  folder: string
  db: ArchiveDatabase
  media: MediaStore
  /** Folder of the tiles of old maps; required for a bundle that has some. */
  tilesDir?: string
  onProgress?: (progress: Progress) => void
  /** Formats to make of each picture now; others are made at the first request. Default: all. */
  formats?: readonly ImageFormat[]
  /** Makes no sizes of pictures now and queues them for the server, for a fast first start. */
  picturesLater?: boolean
  /** Whether to make tiles of scans now. Default: with all formats. */
  tiles?: boolean
  /** Configured limits for pictures. */
  limits?: PictureLimits
  /** Only checks and reports. */
  dryRun?: boolean
  /** Imports valid rows even if others are not. */
  skipBad?: boolean
  /** Files and folders of the bundle that are left aside, with `/`. */
  ignored?: readonly string[]
  /** File for rows left out, with the reasons (only with `skipBad`). */
  rejectedFile?: string
}

export interface ImportReport {
  /** All problems, ordered by file and line. */
  issues: Issue[]
  /** What is imported, but may not be meant, and files that were not read. */
  warnings: Issue[]
  /** True when rows were written or unchanged; false for a dry run or a refused bundle. */
  imported: boolean
  lists: { list: ListName | 'overlays'; rows: number; rejected: number; written?: WriteCounts }[]
}

/** Rows compared and written at a time. */
const BATCH = 200

/**
 * Imports a bundle (README.md). Everything is checked first, pictures are stored, then records are written in one transaction.
 * @throws {ImportInProgress} and errors of the disk or the database; the archive is then unchanged.
 */
export async function importBundle(options: ImportOptions): Promise<ImportReport> {
  return options.dryRun
    ? await importUnlocked(options)
    : await withImportLock(options.db, () => importUnlocked(options))
}

async function importUnlocked(options: ImportOptions): Promise<ImportReport> {
  const { folder, db, media, onProgress, dryRun = false, skipBad = false, ignored = [] } = options
  const { picturesLater = false } = options
  const formats = picturesLater ? [] : (options.formats ?? IMAGE_FORMATS)
  const tiles = options.tiles ?? (options.formats === undefined && !picturesLater)
  const bundle = await openBundleFolder(folder, ignored)
  const pictures = createPictureFiles(folder, options.limits)
  const total = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const onBytes = (bytes: number) => onProgress?.({ step: 'check', done: (done += bytes), total })
  const { longitude, latitude } = await readStoredSettings(db)
  const home = longitude === undefined || latitude === undefined ? undefined : ([longitude, latitude] as const)
  const check = await checkBundle(bundle, { keys: createArchiveKeys(db), pictures, home, onBytes })
  const maps = bundle.overlays ? await checkOverlays(folder) : NO_OVERLAYS
  const legend = bundle.mapLayers ? await checkMapLayers(folder) : { issues: [], layers: undefined }
  const report = startReport(bundle, check, maps)
  report.issues.push(...legend.issues)
  const unread = await findUnreadFiles(bundle, { pictures: pictures.read, maps: maps.wanted, ignored })
  report.issues.push(...(unread.tables ?? []))
  report.warnings.push(...(unread.others ?? []))
  const unreadable = check.unreadable || maps.unreadable || unread.tables !== undefined
  if (dryRun || unreadable || (report.issues.length > 0 && !skipBad)) return report

  // Written first: a successful import must not fail at the end because this file can't be written.
  if (options.rejectedFile && check.issues.length > 0) {
    await writeRejectedRows(options.rejectedFile, bundle, check)
  }
  const before = await mediaInUse(db)
  const added: AddedMedia = { originals: new Map(), derivativeFolders: new Set() }
  const { tilesDir = '' } = options
  if (tilesDir === '' && maps.wanted.length > 0) throw new Error('The folder for tiles of old maps is not set.')
  const storage = { db, media, tilesDir }
  let prepared: PreparedOverlay[] = []
  let replaced: RemovedOverlay[] = []
  try {
    const settings = await readSettings(db)
    await storePictures(bundle, check, { settings, media, pictures, formats, tiles, added, onProgress })
    prepared = await prepareOverlays(storage, maps.wanted, (done, total) => onProgress?.({ step: 'maps', done, total }))
    await db.transaction().execute(async (trx) => {
      await writeRecords(trx, bundle, check, { pictures, report, onProgress })
      // First: maps without a title are called like their file.
      if (legend.layers) await addMapLayers(trx, legend.layers)
      const overlays = await writeOverlays(trx, media, prepared)
      replaced = overlays.replaced
      const list = report.lists.find((each) => each.list === 'overlays')
      if (list) list.written = overlays.written
      if (picturesLater) await queueAllPictures(trx)
    })
  } catch (error) {
    await removeAddedMedia(db, media, added)
    await undoOverlays(prepared)
    throw error
  }
  for (const each of replaced) await trashRemovedOverlay(storage, each)
  await removeUnusedFiles(db, media, { before, now: await mediaInUse(db) })
  report.imported = true
  return report
}

function startReport(bundle: BundleFolder, check: Check, maps: CheckedOverlays): ImportReport {
  const order = new Map(bundle.files.map(({ file }, at) => [file, at]))
  const position = ({ file }: Issue) => order.get(file) ?? -1
  const inOrder = (issues: Issue[]) =>
    issues.toSorted((a, b) => position(a) - position(b) || a.line - b.line || a.row - b.row)
  const lists: ImportReport['lists'] = bundle.files.map(({ list }) => ({
    list,
    rows: check.rows.get(list) ?? 0,
    rejected: check.rejected.get(list)?.size ?? 0,
  }))
  const { rows, wanted } = maps
  if (bundle.overlays) lists.push({ list: 'overlays', rows, rejected: rows - wanted.length })
  const warnings = inOrder(check.warnings)
  return { issues: [...inOrder(check.issues), ...maps.issues], warnings, imported: false, lists }
}

const none: ReadonlySet<number> = new Set()
const hasPictures = ({ list }: BundleFile) => list === 'scans' || list === 'person_images'

async function storePictures(
  bundle: BundleFolder,
  check: Check,
  { onProgress, ...rest }: Omit<PictureImport, 'rejected' | 'onPicture'> & Pick<ImportOptions, 'onProgress'>,
): Promise<void> {
  const files = bundle.files.filter(hasPictures)
  const total = files.reduce((sum, { list }) => sum + acceptedCount(check, list), 0)
  let done = 0
  // Reported before the first write, so that the caller knows that there is something to undo.
  onProgress?.({ step: 'pictures', done, total })
  const onPicture = () => onProgress?.({ step: 'pictures', done: ++done, total })
  for (const file of files) {
    await importPictures(file, { ...rest, rejected: check.rejected.get(file.list) ?? none, onPicture })
  }
}

const acceptedCount = (check: Check, list: ListName) =>
  (check.rows.get(list) ?? 0) - (check.rejected.get(list)?.size ?? 0)

async function writeRecords(
  trx: Trx,
  bundle: BundleFolder,
  check: Check,
  options: { pictures: PictureFiles; report: ImportReport; onProgress: ImportOptions['onProgress'] },
): Promise<void> {
  const { pictures, report, onProgress } = options
  const settings = await readSettings(trx)
  const now = new Date().toISOString()
  const total = bundle.files.reduce((sum, { list }) => sum + acceptedCount(check, list), 0)
  let done = 0
  let changes = 0
  for (const file of bundle.files) {
    const written: WriteCounts = { added: 0, updated: 0, unchanged: 0 }
    const flush = async (batch: ToWrite[]) => {
      const counts = await writeBatch(trx, file.list, batch, now)
      for (const key of ['added', 'updated', 'unchanged'] as const) written[key] += counts[key]
      onProgress?.({ step: 'write', done: (done += batch.length), total })
    }
    let batch: ToWrite[] = []
    for await (const row of acceptedRows(file, check.rejected.get(file.list) ?? none, settings)) {
      batch.push(toRecord(file.list, row, hasPictures(file) ? await storeOriginalRow(trx, pictures, row) : ''))
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
    await deleteUnusedOriginalRows(trx)
    // First: without statistics PostgreSQL reads whole tables for the names of each item.
    await analyzeTables(trx)
    await refreshItemSearch(trx)
    await analyzeItemSearch(trx)
  }
}

/** Writes the row of a picture's original, before the scan that references it. Returns its SHA-256. */
async function storeOriginalRow(trx: Trx, pictures: PictureFiles, row: Record<string, unknown>): Promise<string> {
  const { picture } = await pictureOf(pictures, row)
  await writeOriginalRow(trx, picture, (row['file_name'] as string) || String(row['file']).split(/[\\/]/).at(-1)!)
  return picture.sha256
}
