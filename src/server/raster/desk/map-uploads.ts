import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { layerNumber } from '#contract/map-layers.ts'
import { mapFields } from '#contract/old-maps.ts'
import { renameIntoPlace } from '../../storage/removal.ts'

/** Milliseconds after which an upload that nobody has placed is listed as left. Only a person removes it. */
const LEFT_AFTER = 24 * 60 * 60_000

/** Tiles to be made of an upload; stored beside it, so that a restart continues. */
const mapOrderFile = v.object({
  layer: layerNumber,
  replace: v.boolean(),
  texts: v.object(mapFields),
  /** Why they were not made; null while they wait or are made. */
  error: v.nullable(v.string()),
  /** True where a person stopped it. */
  cancelled: v.optional(v.boolean(), false),
  /** The account that asked for it. */
  asked_by: v.optional(v.nullable(v.number()), null),
  asked_at: v.string(),
})
export type MapTask = v.InferOutput<typeof mapOrderFile>
const FILES = { task: 'task.json', name: 'name.json', points: 'control points', progress: 'progress.json' } as const

/** Tiles that are made, of so many. */
const mapProgress = v.object({ done: v.number(), total: v.number() })
export type MapProgress = v.InferOutput<typeof mapProgress>

/** A disk takes 255 bytes. The end of a name says what it is. */
const shorten = (name: string) => {
  const bytes = Buffer.from(name)
  const cut = bytes.length <= 200 ? name : `${bytes.subarray(0, 180)}…${extname(name).slice(-10)}`
  return cut.replaceAll('\ufffd', '').toWellFormed()
}

export interface StoredUpload {
  upload: string
  /** The uploaded picture, under its own name in a folder of its own: messages name it. */
  file: string
  fileName: string
}

/** Uploaded maps that wait to be placed or cut: one folder each, below that of the tiles. */
export function createMapUploads(tilesDir: string) {
  const folder = join(tilesDir, 'uploads')
  const folderOf = (upload: string) => join(folder, upload)
  const fileOf = (upload: string, fileName: string) => join(folderOf(upload), 'picture', fileName)
  const read = async (upload: string, name: string) =>
    JSON.parse(await readFile(join(folderOf(upload), name), 'utf8')) as unknown

  async function find(upload: string): Promise<StoredUpload | undefined> {
    const name = await read(upload, FILES.name).catch(() => undefined)
    return typeof name === 'string' ? { upload, file: fileOf(upload, name), fileName: name } : undefined
  }
  const remove = (upload: string) => rm(folderOf(upload), { recursive: true, force: true, maxRetries: 3 })
  const names = () => readdir(folder).catch(() => [])

  async function taskOf(upload: string): Promise<MapTask | undefined> {
    const found = v.safeParse(mapOrderFile, await read(upload, FILES.task).catch(() => undefined))
    return found.success ? found.output : undefined
  }
  async function writeWhole(upload: string, name: string, text: string): Promise<string> {
    const path = join(folderOf(upload), name)
    await writeFile(`${path}.part`, text, { mode: 0o600, flush: true })
    await renameIntoPlace(`${path}.part`, path)
    return path
  }

  /** A new upload; `place` puts its picture there. */
  async function create(name: string, place: (path: string) => Promise<unknown>): Promise<StoredUpload> {
    const upload = randomUUID()
    const fileName = shorten(name.replace(/[/\\\0]/g, '_')) || 'map'
    await mkdir(join(folderOf(upload), 'picture'), { recursive: true, mode: 0o700 })
    try {
      await place(fileOf(upload, fileName))
      await writeWhole(upload, FILES.name, JSON.stringify(fileName))
    } catch (error) {
      await remove(upload)
      throw error
    }
    return { upload, file: fileOf(upload, fileName), fileName }
  }

  return {
    folder,
    find,
    remove,
    /** Takes a received file over. */
    keep: (path: string, name: string) => create(name, (to) => renameIntoPlace(path, to)),
    /** Copies a stored scan, to place it again. */
    copy: (scan: Readable, name: string) =>
      create(name, (to) => pipeline(scan, createWriteStream(to, { mode: 0o600, flush: true }))),
    /** Writes control points beside a picture; undefined where it needs none. Returns their path. */
    writePoints: (upload: string, text: string) => writeWhole(upload, FILES.points, text),
    /** Of a GeoTIFF that says where it lies after all. */
    removePoints: (upload: string) => rm(join(folderOf(upload), FILES.points), { force: true }),
    async pointsOf(upload: string): Promise<string | undefined> {
      const path = join(folderOf(upload), FILES.points)
      return (await stat(path).catch(() => undefined))?.isFile() ? path : undefined
    },
    taskOf,
    /** What is made at this moment, by whichever process; undefined while nothing is. */
    async progressOf(upload: string): Promise<MapProgress | undefined> {
      const found = v.safeParse(mapProgress, await read(upload, FILES.progress).catch(() => undefined))
      return found.success ? found.output : undefined
    },
    async writeProgress(upload: string, progress: MapProgress): Promise<void> {
      await writeWhole(upload, FILES.progress, JSON.stringify(progress))
    },
    endProgress: (upload: string) => rm(join(folderOf(upload), FILES.progress), { force: true }),
    /** Of a process that was killed. */
    async endAllProgress(): Promise<void> {
      for (const upload of await names()) await rm(join(folderOf(upload), FILES.progress), { force: true })
    },
    writeTask: (upload: string, task: MapTask) => writeWhole(upload, FILES.task, JSON.stringify(task)),
    /** Uploads with a task, the oldest first. */
    async tasks(): Promise<{ upload: string; task: MapTask }[]> {
      const found = await Promise.all((await names()).map(async (upload) => ({ upload, task: await taskOf(upload) })))
      return found
        .flatMap(({ upload, task }) => (task ? [{ upload, task }] : []))
        .sort((a, b) => a.task.asked_at.localeCompare(b.task.asked_at))
    },
    /** Uploads that nobody has placed for a day. */
    async left(now = Date.now()): Promise<StoredUpload[]> {
      const left: StoredUpload[] = []
      for (const upload of await names()) {
        if (await taskOf(upload)) continue
        const [found, folder] = [await find(upload), await stat(folderOf(upload)).catch(() => undefined)]
        if (found && folder && folder.mtimeMs < now - LEFT_AFTER) left.push(found)
      }
      return left
    },
  }
}
export type MapUploads = ReturnType<typeof createMapUploads>
