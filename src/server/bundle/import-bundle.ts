import { refreshPrivacy } from '../database/person-privacy.ts'
import { randomUUID } from 'node:crypto'
import { IMAGE_FORMATS, type ImageFormat } from '#contract/scan.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Db, Trx } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { refreshItemSearch } from '../database/item-search.ts'
import { analyzeItemSearch, analyzeTables } from '../database/planner-statistics.ts'
import { trashRemovedOverlay, type RemovedOverlay } from '../raster/overlay-files.ts'
import type { PreparedOverlay } from '../raster/prepare-overlay.ts'
import { createArchiveKeys } from './archive-keys.ts'
import { openBundleFolder, type BundleFile, type BundleFolder, findUnreadFiles } from './bundle-folder.ts'
import { describeArchive, readBundleSource, readSources } from './bundle-source.ts'
import type { Check } from './bundle-row.ts'
import { checkBundle } from './check-bundle.ts'
import { NO_ROWS, countBatch, startReport, type ImportReport } from './import-report.ts'
import { prepareOverlays, undoOverlays, writeOverlays, NO_OVERLAYS, checkOverlays } from './overlays-list.ts'
import {
  deleteUnusedOriginalRows,
  removeUnusedFiles,
  importPictures,
  storeOriginalRows,
  removeAddedMedia,
  type AddedMedia,
  type PictureImport,
} from './import-pictures.ts'
import type { ListName } from './lists.ts'
import { mediaInUse } from '../scans/orphans.ts'
import { withImportLock } from '../database/archive-locks.ts'
import type { PictureLimits } from '../scans/inspect-picture.ts'
import { queueImportedPages } from '../scans/page-tasks.ts'
import { addMapLayers } from '../repositories/map-layers.ts'
import { NO_MAP_LAYERS, checkMapLayers } from './map-layers-file.ts'
import { createPictureFiles } from './picture-files.ts'
import { readSettings, readStoredSettings } from '../repositories/settings.ts'
import { queueAllPictures } from '../jobs/queue-picture.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { isPicture } from './public-cut.ts'
import { planRows, type PlannedRow, type PlanOptions } from './plan-rows.ts'
import { createRowIdentity } from './row-identity.ts'
import { readSchema } from '../records/rows/schema.ts'
import { writeBatch, type ImportInfo } from './write-batch.ts'
import { writeRejectedRows } from './accepted-rows.ts'

/** Progress in bytes (check), pictures, hundredths of old maps, or rows. */
export interface Progress {
  step: 'check' | 'pictures' | 'maps' | 'write'
  done: number
  total: number
}

export interface ImportOptions {
  folder: string
  /** Where the files lie that rows name. Default: in the folder. */
  filesFolder?: string
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
  /** What the rows are known by, with their keys; by default what bundle.json says, or else the folder's name. */
  source?: string
  /** Takes the bundle's values also where somebody edited the record here. */
  replace?: boolean
  /** Asks for a rebuild of the site. */
  rebuild?: boolean
  /** Who imports; missing for the command line. */
  caller?: Caller
  /** What new records are: with `draft` all of them, with `published` those whose rows say nothing else. */
  status?: 'draft' | 'published'
  /** Called in the transaction of the import, with the `batch` of its operation. */
  onWritten?: (trx: Trx, batch: string) => Promise<void>
}

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
  const { folder, db, media, onProgress, dryRun = false, skipBad = false, replace = false, ignored = [] } = options
  const formats = options.picturesLater ? [] : (options.formats ?? IMAGE_FORMATS)
  const tiles = options.tiles ?? (options.formats === undefined && !options.picturesLater)
  const bundle = await openBundleFolder(folder, ignored)
  const pictures = createPictureFiles(options.filesFolder ?? folder, options.limits)
  const total = bundle.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const onBytes = (bytes: number) => onProgress?.({ step: 'check', done: (done += bytes), total })
  const { longitude, latitude } = await readStoredSettings(db)
  const home = longitude === undefined || latitude === undefined ? undefined : ([longitude, latitude] as const)
  const origin = await readBundleSource(folder, bundle.isNamed, options.source)
  const identity = await createRowIdentity(db, origin, { own: (await describeArchive(db)).source, replace })
  const check = await checkBundle(bundle, { keys: createArchiveKeys(db), identity, pictures, home, onBytes })
  const maps = bundle.overlays ? await checkOverlays(db, folder, replace) : NO_OVERLAYS
  const legend = bundle.mapLayers ? await checkMapLayers(db, folder, replace) : NO_MAP_LAYERS
  const settings = await readSettings(db)
  const report = startReport(bundle, check, maps, settings)
  report.source = origin.source
  report.knownSources = await readSources(db)
  report.issues.push(...origin.issues, ...legend.issues)
  report.conflicts.push(...maps.conflicts, ...legend.conflicts)
  const unread = await findUnreadFiles(bundle, { pictures: pictures.read, maps: maps.wanted, ignored })
  report.issues.push(...(unread.tables ?? []))
  report.warnings.push(...(unread.others ?? []))
  const work: Work = { bundle, check, identity, pictures, report, settings, replace, status: options.status }
  if (check.unreadable || maps.unreadable || unread.tables !== undefined) return report
  for (const each of report.lists) each.written = { ...NO_ROWS }
  for (const { list } of bundle.files) identity.allocate(list, check.accepted.get(list))
  if (dryRun || (report.issues.length > 0 && !skipBad)) {
    for (const file of bundle.files)
      for await (const batch of planRows(db, file, optionsOf(work, file))) {
        countBatch(report, file, batch)
        onBytes(0)
      }
    return report
  }

  // Written first: a successful import must not fail at the end because this file can't be written.
  if (options.rejectedFile && check.issues.length > 0) {
    await writeRejectedRows(options.rejectedFile, bundle, check)
  }
  const before = await mediaInUse(db)
  const added: AddedMedia = { originals: new Map(), derivativeFolders: new Set() }
  const { tilesDir = '' } = options
  if (tilesDir === '' && maps.wanted.length > 0) throw new Error('The folder for tiles of old maps is not set.')
  const storage = { db, media, tilesDir }
  let [prepared, replaced]: [PreparedOverlay[], RemovedOverlay[]] = [[], []]
  try {
    await storePictures(db, work, { media, formats, tiles, added, onProgress })
    prepared = await prepareOverlays(storage, maps.wanted, (done, total) => onProgress?.({ step: 'maps', done, total }))
    await db.transaction().execute(async (trx) => {
      const now = new Date().toISOString()
      const info = { source: origin.source, caller: options.caller, now, batch: randomUUID() }
      const changes = await writeRecords(trx, work, info, onProgress)
      await refreshPrivacy(trx)
      // First: maps without a title are called like their file.
      if (legend.layers) await addMapLayers(trx, legend.layers)
      const overlays = await writeOverlays(trx, media, prepared)
      replaced = overlays.replaced
      const list = report.lists.find((each) => each.list === 'overlays')
      if (list) list.written = overlays.written
      if (options.picturesLater) await queueAllPictures(trx)
      if (options.rebuild && changes > 0) await requestRebuild(trx, `Imported “${origin.source}”`)
      await options.onWritten?.(trx, info.batch)
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

/** What the steps of an import share. */
interface Work extends Omit<PlanOptions, 'rejected'> {
  bundle: BundleFolder
  check: Check
  report: ImportReport
}

const optionsOf = ({ check, ...work }: Work, { list }: BundleFile): PlanOptions => ({
  ...work,
  rejected: check.rejected.get(list) ?? new Set<number>(),
})

async function* plannedRows(db: Db, file: BundleFile, options: PlanOptions): AsyncGenerator<PlannedRow> {
  for await (const batch of planRows(db, file, options)) yield* batch
}

async function storePictures(
  db: Db,
  work: Work,
  { onProgress, ...rest }: Omit<PictureImport, 'onPicture'> & Pick<ImportOptions, 'onProgress'>,
): Promise<void> {
  const files = work.bundle.files.filter(({ list }) => isPicture(list))
  const total = files.reduce((sum, { list }) => sum + acceptedCount(work.check, list), 0)
  let done = 0
  // Reported before the first write, so that the caller knows that there is something to undo.
  onProgress?.({ step: 'pictures', done, total })
  const onPicture = () => onProgress?.({ step: 'pictures', done: ++done, total })
  for (const file of files) {
    const options = { ...rest, onPicture, ...(file.list === 'files' && { formats: [] }) }
    await importPictures(plannedRows(db, file, optionsOf(work, file)), options)
  }
}

const acceptedCount = ({ rows, rejected }: Check, list: ListName) =>
  (rows.get(list) ?? 0) - (rejected.get(list)?.size ?? 0)

/** Writes all rows, compared with the archive as it is in this transaction. Returns how many records changed. */
async function writeRecords(
  trx: Trx,
  work: Work,
  info: Omit<ImportInfo, 'schema'>,
  onProgress: ImportOptions['onProgress'],
): Promise<number> {
  const { bundle, check, identity, report } = work
  const total = bundle.files.reduce((sum, { list }) => sum + acceptedCount(check, list), 0)
  let done = 0
  const schema = await readSchema(trx)
  await identity.renew(trx)
  const documents: number[] = []
  for (const file of bundle.files) {
    await identity.load(file.list)
    identity.allocate(file.list, check.accepted.get(file.list))
    for await (const batch of planRows(trx, file, optionsOf(work, file))) {
      if (isPicture(file.list)) await storeOriginalRows(trx, batch)
      await writeBatch(trx, file.list, batch, { ...info, schema })
      for (const { outcome, record } of batch)
        if (file.list === 'files' && outcome === 'new') documents.push(record as number)
      countBatch(report, file, batch)
      onProgress?.({ step: 'write', done: (done += batch.length), total })
    }
  }
  await queueImportedPages(trx, documents)
  const changes = report.lists.reduce((sum, { written = NO_ROWS }) => sum + written.added + written.updated, 0)
  if (changes > 0) {
    await deleteUnusedOriginalRows(trx)
    // First: without statistics PostgreSQL reads whole tables for the names of each item.
    await analyzeTables(trx)
    await refreshItemSearch(trx)
    await analyzeItemSearch(trx)
  }
  return changes
}
