import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
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
import { requestRebuild } from '../jobs/builds.ts'
import { bringBackOverlay } from '../raster/overlay-files.ts'
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

type Placement = Pick<MapCheck, 'points' | 'georeference'>
/** Aborted when nobody waits for the answer any more. */
function whileAsked(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
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
  const inspect = async (field: string, file: string, reply: FastifyReply) =>
    await asField(
      field,
      runMapWorker<Omit<MapUpload, 'upload'>>({ is: 'inspect', file }, { signal: whileAsked(reply) }),
    )
  const measure = async (found: StoredUpload, reply: FastifyReply) =>
    sizes.get(found.upload) ?? (await inspect('upload', found.file, reply))
  /** Writes the control points of a call beside its upload. Returns their path, and the field that they come from. */
  async function place(found: StoredUpload, { points, georeference }: Placement, reply: FastifyReply) {
    const field = points ? 'points' : 'georeference'
    if (!points && (georeference === undefined || georeference.trim() === '')) {
      const { placed = false } = (await measure(found, reply)) as Partial<MapUpload>
      if (placed) {
        await uploads.removePoints(found.upload)
        return { field, path: undefined }
      }
      throw new DomainError('invalid', { georeference: [MAP_REFUSED.noPoints] })
    }
    // The worker reads it: a text of others may take long.
    const text = points ? JSON.stringify(points) : georeference!
    return { field, path: await uploads.writePoints(found.upload, text) }
  }
  const check = async (found: StoredUpload, given: Placement, reply: FastifyReply): Promise<CheckedMap> => {
    const { field, path } = await place(found, given, reply)
    const task = { is: 'check', file: found.file, georeference: path } as const
    return await asField(field, runMapWorker<CheckedMap>(task, { signal: whileAsked(reply) }))
  }

  mount('oldMaps', async () => ({ maps: await list(), work: await queue.list() }), { live: true })
  mount('uploadMap', async ({ request, reply, caller }) => {
    await requireFreeSpace(() => freeBytes(tilesDir), request.headers['content-length'])
    return slots.withSlot(caller.id!, () =>
      receiveForm(
        request,
        { folder: join(uploads.folder, 'incoming'), maximumBytes: MAP_FILE.bytes, beforeFile: () => Promise.resolve() },
        async ({ file }) => {
          const { upload, file: path } = await uploads.keep(file.path, file.name)
          try {
            const found = await inspect('image', path, reply)
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
  async function opened(found: StoredUpload, reply: FastifyReply): Promise<OpenedUpload> {
    const points = await uploads.pointsOf(found.upload)
    const picture = await inspect('upload', found.file, reply)
    sizes.set(found.upload, picture)
    return {
      ...picture,
      upload: found.upload,
      georeference: points === undefined ? null : await readFile(points, 'utf8'),
    }
  }
  mount('openUpload', async ({ body: { upload }, reply }) => await opened(await requireUpload(upload), reply))
  mount('copyMapScan', async ({ id, reply }) => {
    const row = (await listOverlays(reader)).find(({ layer }) => layer === id)
    const scan = row && (await media.stream(row.source_key))
    if (!scan) throw new DomainError('not-found', MAP_REFUSED.unknown)
    await requireFreeSpace(() => freeBytes(tilesDir), String(row.source_bytes))
    const found = await uploads.copy(scan, row.file_name)
    if (row.georeference !== null) await uploads.writePoints(found.upload, row.georeference)
    return await opened(found, reply)
  })
  mount('checkMap', async ({ body: { upload, ...given }, reply }) => check(await requireUpload(upload), given, reply))
  mount('addMap', async ({ caller, reply, body: { upload, points, georeference, replaces, ...texts } }) => {
    const found = await requireUpload(upload)
    const isThere = replaces === undefined || (await listOverlays(reader)).some((row) => row.layer === replaces)
    if (!isThere) throw new DomainError('not-found', MAP_REFUSED.unknown)
    await check(found, { points, georeference }, reply)
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
