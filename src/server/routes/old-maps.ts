import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  MAP_FILE,
  MAP_REFUSED,
  type CheckedMap,
  type MapCheck,
  type MapUpload,
  type OpenedUpload,
} from '#contract/old-maps.ts'
import type { Config } from '../config.ts'
import { ImportInProgress, withImportLock } from '../database/import-lock.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { receiveForm } from '../http/receive-form.ts'
import { NO_CONTENT, noContent, type Mount } from '../http/mount.ts'
import { requestRebuild } from '../jobs/request-rebuild.ts'
import { bringBackOverlay } from '../raster/bring-back.ts'
import { createMapQueue } from '../raster/desk/map-queue.ts'
import { createMapUploads, type StoredUpload } from '../raster/desk/map-uploads.ts'
import { editOldMap, freeLayer, listOldMaps, orderOldMaps } from '../raster/desk/old-maps.ts'
import { MapWorkFailed, runMapWorker } from '../raster/desk/run-map-worker.ts'
import { listOverlays, removeOverlay, type StoredOverlay } from '../raster/overlays.ts'
import { OverlayRefused } from '../raster/make/overlay-refused.ts'
import { filterTrash } from '../scans/trash-records.ts'
import { createUploadSlots, freeBytes, requireFreeSpace } from '../scans/upload-slots.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { TrashRefused } from '../storage/trash.ts'

interface Deps {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  media: MediaStore
  config: Config
  log: (error: unknown) => void
  cutsMaps: (() => boolean) | undefined
}

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
async function alone<T>(db: ArchiveDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await withImportLock(db, work)
  } catch (error) {
    if (error instanceof ImportInProgress) throw new DomainError('conflict', MAP_REFUSED.busy)
    if (error instanceof TrashRefused) throw new DomainError('conflict', error.message)
    if (error instanceof OverlayRefused) throw new DomainError('not-found', MAP_REFUSED.unknown)
    throw error
  }
}

/** Old maps, for staff (our additions). Returns the queue of maps that are cut. */
export function mountOldMaps(mount: Mount, { db, reader, media, config, log, cutsMaps }: Deps) {
  const { mediaDir, trashDir, s3, overlaysDir: tilesDir } = config
  const uploads = createMapUploads(tilesDir)
  const places = { database: db.engine.address, mediaDir, trashDir, tilesDir, s3 }
  const queue = createMapQueue({ uploads, storage: places, log, ...(cutsMaps && { cutsMaps }) })
  const slots = createUploadSlots()
  const storage = { db, media, tilesDir }
  /** Uploads as they were measured. */
  const sizes = new Map<string, { width: number; height: number }>()

  const trashed = async (layer?: number) =>
    filterTrash(await media.trash.list(), layer === undefined ? undefined : `layer ${layer}`).filter(({ rows }) =>
      rows.some(({ table }) => table === 'overlay'),
    )
  const list = async () => {
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
  const measure = async (found: StoredUpload) =>
    sizes.get(found.upload) ?? (await asField('upload', runMapWorker<MapUpload>({ is: 'inspect', file: found.file })))
  /** Writes the control points of a call beside its upload. Returns their path, and the field that they come from. */
  async function place(found: StoredUpload, { points, georeference }: Pick<MapCheck, 'points' | 'georeference'>) {
    const field = points ? 'points' : 'georeference'
    if (!points && (georeference === undefined || georeference.trim() === '')) {
      const { placed = false } = (await measure(found)) as Partial<MapUpload>
      if (placed) {
        await uploads.removePoints(found.upload)
        return { field, path: undefined }
      }
      throw new DomainError('invalid', { georeference: [MAP_REFUSED.noPoints] })
    }
    const { width, height } = await measure(found)
    const size = { width, height, orientation: 1 }
    const { annotationOfPoints, georeferenceText } = await import('../raster/desk/georeference-text.ts')
    const text = points
      ? annotationOfPoints(points, size, found.fileName)
      : georeferenceText(georeference!, size, found.fileName)
    return { field, path: await uploads.writePoints(found.upload, text) }
  }
  const check = async (found: StoredUpload, given: Pick<MapCheck, 'points' | 'georeference'>): Promise<CheckedMap> => {
    const { field, path } = await place(found, given)
    return await asField(field, runMapWorker<CheckedMap>({ is: 'check', file: found.file, georeference: path }))
  }

  mount('oldMaps', async () => ({ maps: await list(), work: await queue.list() }), { live: true })
  mount('uploadMap', async ({ request, caller }) => {
    await requireFreeSpace(() => freeBytes(tilesDir), request.headers['content-length'])
    return slots.withSlot(caller.id!, () =>
      receiveForm(
        request,
        { folder: join(uploads.folder, 'incoming'), maximumBytes: MAP_FILE.bytes, beforeFile: () => Promise.resolve() },
        async ({ file }) => {
          const { upload, file: path } = await uploads.keep(file.path, file.name)
          try {
            const found = await asField('image', runMapWorker<Omit<MapUpload, 'upload'>>({ is: 'inspect', file: path }))
            sizes.set(upload, found)
            return { ...found, upload }
          } catch (error) {
            await uploads.remove(upload)
            throw error
          }
        },
      ),
    )
  })
  /** An upload as the page shows it, with the points that it had. */
  async function opened(found: StoredUpload): Promise<OpenedUpload> {
    const points = await uploads.pointsOf(found.upload)
    const picture = await asField(
      'upload',
      runMapWorker<Omit<MapUpload, 'upload'>>({ is: 'inspect', file: found.file }),
    )
    sizes.set(found.upload, picture)
    return {
      ...picture,
      upload: found.upload,
      georeference: points === undefined ? null : await readFile(points, 'utf8'),
    }
  }
  mount('openUpload', async ({ body: { upload } }) => await opened(await requireUpload(upload)))
  mount('copyMapScan', async ({ id }) => {
    const row = (await listOverlays(reader)).find(({ layer }) => layer === id)
    const scan = row && (await media.stream(row.source_key))
    if (!scan) throw new DomainError('not-found', MAP_REFUSED.unknown)
    await requireFreeSpace(() => freeBytes(tilesDir), String(row.source_bytes))
    const found = await uploads.copy(scan, row.file_name)
    if (row.georeference !== null) await uploads.writePoints(found.upload, row.georeference)
    return await opened(found)
  })
  mount('checkMap', async ({ body: { upload, ...given } }) => await check(await requireUpload(upload), given))
  mount('addMap', async ({ caller, body: { upload, points, georeference, replaces, ...texts } }) => {
    const found = await requireUpload(upload)
    const isThere = replaces === undefined || (await listOverlays(reader)).some((row) => row.layer === replaces)
    if (!isThere) throw new DomainError('not-found', MAP_REFUSED.unknown)
    await check(found, { points, georeference })
    const others = (await queue.list()).filter((each) => each.upload !== upload)
    const waiting = others.map(({ layer }) => layer)
    const layer = replaces ?? (await freeLayer(reader, waiting))
    const replace = replaces !== undefined
    const asked = { asked_at: new Date().toISOString(), asked_by: caller.id }
    await uploads.writeTask(upload, { layer, replace, texts, error: null, cancelled: false, ...asked })
    queue.wake()
    return { upload, layer, title: texts.title, state: 'waiting' as const, done: 0, total: 0, error: null }
  })
  mount('cancelMapWork', async ({ body: { upload } }) => {
    const known = (await queue.list()).find((each) => each.upload === upload)
    if (!known) throw notFound()
    if (!(await queue.cancel(upload))) throw new DomainError('conflict', MAP_REFUSED.finished)
    return NO_CONTENT
  })
  mount('dropMapWork', async ({ body: { upload } }) => {
    const known = (await queue.list()).find((each) => each.upload === upload)
    if (known?.state !== 'failed' && known?.state !== 'cancelled') throw notFound()
    return await noContent(uploads.remove(upload))
  })
  mount('orderMaps', ({ body: { layers }, caller }) =>
    noContent(inTransaction(db, (trx) => orderOldMaps(trx, layers, caller))),
  )
  mount('editMap', async ({ id, body, caller }) => {
    await inTransaction(db, (trx) => editOldMap(trx, { layer: id, edit: body, caller }))
    return (await list()).find(({ layer }) => layer === id)
  })
  mount('removeMap', ({ id, caller }) => noContent(alone(db, () => removeOverlay(storage, id, caller))))
  mount('restoreMap', async ({ id, caller }) => {
    const now = (await listOverlays(reader)).find(({ layer }) => layer === id)?.version
    const entry = (await trashed(id)).findLast(({ rows }) => rows.every(({ row }) => row['version'] !== now))
    if (!entry) throw new DomainError('not-found', MAP_REFUSED.notRemoved)
    await alone(db, async () => {
      await bringBackOverlay(storage, entry, id, caller)
      await inTransaction(db, (trx) => requestRebuild(trx, `Old map ${id} was brought back`))
    })
    queue.remake()
    return NO_CONTENT
  })
  return queue
}
