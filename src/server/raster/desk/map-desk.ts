import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as v from 'valibot'
import {
  MAP_REFUSED,
  type CheckedMap,
  type MapCheck,
  type MapUpload,
  type MapWork,
  type newMap,
  type OpenedUpload,
} from '#contract/old-maps.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Config } from '../../config.ts'
import { ImportInProgress, withImportLock } from '../../database/archive-locks.ts'
import type { ArchiveDatabase } from '../../database/open.ts'
import { inTransaction } from '../../database/write.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { requestRebuild } from '../../jobs/builds.ts'
import { filterTrash } from '../../scans/trash-records.ts'
import { freeBytes, requireFreeSpace } from '../../scans/upload-slots.ts'
import type { MediaStore } from '../../storage/media-store.ts'
import { TrashRefused } from '../../storage/trash.ts'
import { bringBackOverlay } from '../overlay-files.ts'
import { OverlayRefused } from '../make/overlay-refused.ts'
import { listOverlays, removeOverlay, type StoredOverlay } from '../overlays.ts'
import { createMapQueue } from './map-queue.ts'
import { createMapUploads, type StoredUpload } from './map-uploads.ts'
import { editOldMap, freeLayer, listOldMaps, orderOldMaps } from './old-maps.ts'
import { MapWorkFailed, runMapWorker } from './run-map-worker.ts'

export interface MapDeskParts {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  media: MediaStore
  config: Config
  log: (error: unknown) => void
  cutsMaps: (() => boolean) | undefined
}

type MapEdit = Parameters<typeof editOldMap>[1]['edit']
type Placement = Pick<MapCheck, 'points' | 'georeference'>

/** A refusal of a worker is an invalid field. */
async function asField<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof MapWorkFailed && error.kind === 'refused')
      throw new DomainError('invalid', { [field]: [error.message] })
    throw error
  }
}

/** Import lock and trash refuse with sentences of their own. */
export async function alone<T>(db: ArchiveDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await withImportLock(db, work)
  } catch (error) {
    if (error instanceof ImportInProgress) throw new DomainError('conflict', MAP_REFUSED.busy)
    if (error instanceof TrashRefused) throw new DomainError('conflict', error.message)
    if (error instanceof OverlayRefused) throw new DomainError('not-found', MAP_REFUSED.unknown)
    throw error
  }
}

/** Old maps in the browser: uploads, checks, and what staff do with a map. A `signal` ends the work that nobody waits for any more. */
export function createMapDesk({ db, reader, media, config, log, cutsMaps }: MapDeskParts) {
  const { mediaDir, trashDir, s3, overlaysDir: tilesDir } = config
  const uploads = createMapUploads(tilesDir)
  const places = { database: db.engine.address, mediaDir, trashDir, tilesDir, s3 }
  const queue = createMapQueue({ uploads, storage: places, log, ...(cutsMaps && { cutsMaps }) })
  const storage = { db, media, tilesDir }
  /** Uploads as they were measured. */
  const sizes = new Map<string, { width: number; height: number }>()

  const trashed = async (layer?: number) =>
    filterTrash(await media.trash.list(), layer === undefined ? undefined : `layer ${layer}`).filter(({ rows }) =>
      rows.some(({ table }) => table === 'overlay'),
    )
  const rowOf = async (layer: number) => (await listOverlays(reader)).find((row) => row.layer === layer)
  const requireSpace = (bytes: string | undefined) => requireFreeSpace(() => freeBytes(tilesDir), bytes)
  async function list() {
    const removed = (await trashed()).flatMap(({ at, rows }) =>
      rows.map(({ row }) => {
        const { layer, file_name: fileName, version } = row as StoredOverlay
        return [layer, { at, fileName, version }] as const
      }),
    )
    return await listOldMaps(reader, tilesDir, new Map(removed))
  }
  async function requireUpload(upload: string): Promise<StoredUpload> {
    const [found, task] = [await uploads.find(upload), await uploads.taskOf(upload)]
    if (!found || task?.error === null) throw new DomainError('not-found', MAP_REFUSED.gone)
    return found
  }
  const inspect = (field: string, file: string, signal: AbortSignal) =>
    asField(field, runMapWorker<Omit<MapUpload, 'upload'>>({ is: 'inspect', file }, { signal }))

  /** Writes the control points of a call beside its upload. Returns their path, and the field that they come from. */
  async function place(found: StoredUpload, { points, georeference }: Placement, signal: AbortSignal) {
    const field = points ? 'points' : 'georeference'
    if (!points && (georeference === undefined || georeference.trim() === '')) {
      const measured = sizes.get(found.upload) ?? (await inspect('upload', found.file, signal))
      const { placed = false } = measured as Partial<MapUpload>
      if (!placed) throw new DomainError('invalid', { georeference: [MAP_REFUSED.noPoints] })
      await uploads.removePoints(found.upload)
      return { field, path: undefined }
    }
    // The worker reads it: a text of others may take long.
    const text = points ? JSON.stringify(points) : georeference!
    return { field, path: await uploads.writePoints(found.upload, text) }
  }
  async function checkPlacement(found: StoredUpload, given: Placement, signal: AbortSignal): Promise<CheckedMap> {
    const { field, path } = await place(found, given, signal)
    const task = { is: 'check', file: found.file, georeference: path } as const
    return await asField(field, runMapWorker<CheckedMap>(task, { signal }))
  }
  /** An upload as the page shows it, with the points that it had. */
  async function opened(found: StoredUpload, signal: AbortSignal): Promise<OpenedUpload> {
    const points = await uploads.pointsOf(found.upload)
    const picture = await inspect('upload', found.file, signal)
    sizes.set(found.upload, picture)
    const georeference = points === undefined ? null : await readFile(points, 'utf8')
    return { ...picture, upload: found.upload, georeference }
  }

  return {
    queue,
    list,
    incoming: join(uploads.folder, 'incoming'),
    requireSpace,
    /** Keeps an uploaded file, unless it is no picture of a map. */
    async addUpload(file: { path: string; name: string }, signal: AbortSignal): Promise<MapUpload> {
      const { upload, file: path } = await uploads.keep(file.path, file.name)
      try {
        const found = await inspect('image', path, signal)
        sizes.set(upload, found)
        return { ...found, upload }
      } catch (error) {
        await uploads.remove(upload)
        throw error
      }
    },
    open: async (upload: string, signal: AbortSignal) => opened(await requireUpload(upload), signal),
    /** A new upload with the scan and the points of a map. */
    async copyScan(layer: number, signal: AbortSignal): Promise<OpenedUpload> {
      const row = await rowOf(layer)
      const scan = row && (await media.stream(row.source_key))
      if (!scan) throw new DomainError('not-found', MAP_REFUSED.unknown)
      await requireSpace(String(row.source_bytes))
      const found = await uploads.copy(scan, row.file_name)
      if (row.georeference !== null) await uploads.writePoints(found.upload, row.georeference)
      return await opened(found, signal)
    },
    check: async (upload: string, given: Placement, signal: AbortSignal) =>
      checkPlacement(await requireUpload(upload), given, signal),
    /** Queues an upload whose control points are good. */
    async add(
      { upload, points, georeference, replaces, ...texts }: v.InferOutput<typeof newMap>,
      caller: Caller,
      signal: AbortSignal,
    ): Promise<MapWork> {
      const found = await requireUpload(upload)
      if (replaces !== undefined && !(await rowOf(replaces))) throw new DomainError('not-found', MAP_REFUSED.unknown)
      await checkPlacement(found, { points, georeference }, signal)
      const others = (await queue.list()).filter((each) => each.upload !== upload)
      const waiting = others.map(({ layer }) => layer)
      const layer = replaces ?? (await freeLayer(reader, waiting))
      const asked = { asked_at: new Date().toISOString(), asked_by: caller.id }
      const replace = replaces !== undefined
      await uploads.writeTask(upload, { layer, replace, texts, error: null, cancelled: false, ...asked })
      queue.wake()
      return { upload, layer, title: texts.title, state: 'waiting', done: 0, total: 0, error: null }
    },
    async cancel(upload: string): Promise<void> {
      if (!(await queue.list()).some((each) => each.upload === upload)) throw notFound()
      if (!(await queue.cancel(upload))) throw new DomainError('conflict', MAP_REFUSED.finished)
    },
    async drop(upload: string): Promise<void> {
      const known = (await queue.list()).find((each) => each.upload === upload)
      if (known?.state !== 'failed' && known?.state !== 'cancelled') throw notFound()
      await uploads.remove(upload)
    },
    order: (layers: number[], caller: Caller) => inTransaction(db, (trx) => orderOldMaps(trx, layers, caller)),
    async edit(layer: number, edit: MapEdit, caller: Caller) {
      await inTransaction(db, (trx) => editOldMap(trx, { layer, edit, caller }))
      return (await list()).find((map) => map.layer === layer)
    },
    remove: (layer: number, caller: Caller) => alone(db, () => removeOverlay(storage, layer, caller)),
    /** Brings the latest removed or replaced one back from the trash. */
    async restore(layer: number, caller: Caller): Promise<void> {
      const now = (await rowOf(layer))?.version
      const entry = (await trashed(layer)).findLast(({ rows }) => rows.every(({ row }) => row['version'] !== now))
      if (!entry) throw new DomainError('not-found', MAP_REFUSED.notRemoved)
      await alone(db, async () => {
        await bringBackOverlay(storage, entry, layer, caller)
        await inTransaction(db, (trx) => requestRebuild(trx, `Old map ${layer} was brought back`))
      })
      queue.remake()
    },
  }
}
