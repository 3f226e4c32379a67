import type { Bucket } from '#s3/bucket.ts'
import { createFolderStore } from './folder-store.ts'
import { INCOMING, isOriginal } from './keys.ts'
import type { MediaStore } from './media-store.ts'
import {
  removeNonOriginalObject,
  undoUpload,
  type OnStep,
  moveOriginalObject,
  removeTrashedObjects,
} from './removal.ts'
import { createTrash, RECORD_ENDING, type TrashFiles } from './trash.ts'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

const TYPES: Record<string, string> = {
  ...{ jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif', gif: 'image/gif' },
  ...{ tif: 'image/tiff', heic: 'image/heic', pmtiles: 'application/vnd.pmtiles' },
}
/** Bytes of a part of a long file: a player that jumps leaves no more than this unread. */
const PART = 2 ** 20
const headersOf = (key: string) => ({
  'content-type': TYPES[key.split('.').at(-1)!] ?? 'application/octet-stream',
})

/** A media store in a bucket, with its trash. Uploads in progress are in a folder of this machine, `localDir`. */
export function createS3Store(bucket: Bucket, localDir: string, { onStep }: { onStep?: OnStep } = {}): MediaStore {
  const trash = createTrash(createS3Trash(bucket), { onStep })
  const local = createFolderStore(localDir)
  const isLocal = (key: string) => key === INCOMING || key.startsWith(`${INCOMING}/`)
  const keyOf = (key: string) => {
    if (key.split('/').some((part) => part === '..' || part === ''))
      throw new Error(`The key ${key} leaves the media folder.`)
    return key
  }
  const size = async (key: string) => (await bucket.head(keyOf(key)))?.bytes
  const move = async (key: string, reason: Parameters<MediaStore['moveToTrash']>[1]) =>
    (await bucket.head(keyOf(key))) && (await trash.add(key, key, reason))

  return {
    async put(key, content) {
      if (!(await size(key))) await bucket.put(key, content, { headers: headersOf(key) })
    },
    async putFile(key, path) {
      if (!(await size(key))) await bucket.putFile(key, path, headersOf(key))
    },
    touch: async (key) => bucket.copy(keyOf(key), key, headersOf(key)),
    async entry(key) {
      if (isLocal(key)) return await local.entry(key)
      const found = await bucket.head(keyOf(key))
      return found && { key, bytes: found.bytes, modified: found.modified }
    },
    size,
    read: async (key) => bucket.read(keyOf(key)),
    readPart: async (key, offset, length) => bucket.readPart(keyOf(key), offset, length),
    async stream(key, range) {
      if (!range) return await bucket.stream(keyOf(key))
      const parts = async function* () {
        for (let at = range[0]; at <= range[1]; at += PART)
          yield (await bucket.readPart(keyOf(key), at, Math.min(PART, range[1] + 1 - at)))!
      }
      return (await size(key)) === undefined ? undefined : Readable.from(parts(), { objectMode: false })
    },
    async *list(folder) {
      if (isLocal(folder)) return yield* local.list(folder)
      for await (const { key, bytes, modified } of bucket.list(`${keyOf(folder)}/`)) yield { key, bytes, modified }
    },
    sha256: async (key) => bucket.sha256(keyOf(key)),
    async remove(key) {
      if (isLocal(key)) return await local.remove(key)
      if (isOriginal(key)) throw new Error(`${key} is an original: it is moved to the trash, not removed.`)
      await removeNonOriginalObject(bucket, keyOf(key))
    },
    async undoPut(key, source, reason) {
      if (!(await undoUpload(bucket, keyOf(key), source))) await move(key, reason)
    },
    moveToTrash: move,
    trash,
    shared: true,
    // Who may read a bucket is set at the store.
    restrictToOwner: () => Promise.resolve(0),
    async check() {
      await local.check()
      await bucket.check()
    },
  }
}

/** Folder of the trash in a bucket, and of its log: one object a line, since objects can't be appended to. */
const FOLDER = 'trash'
const LOG = `${FOLDER}/log`

/** The files of a trash in a bucket, beside the media. */
function createS3Trash(bucket: Bucket): TrashFiles {
  const keyOf = (id: string) => `${FOLDER}/${id}`
  const recordOf = (id: string) => `${keyOf(id)}${RECORD_ENDING}`
  const headers = { 'content-type': 'application/json' }
  return {
    folder: `${bucket.address}/${FOLDER}`,
    pathOf: (id) => `${bucket.address}/${keyOf(id)}`,
    log: `${bucket.address}/${LOG}`,
    stat: (id) => bucket.head(keyOf(id)),
    async writeRecord(id, text) {
      // Not every store heeds a condition, so that one is looked for first.
      if (await bucket.head(recordOf(id))) return false
      return await bucket.put(recordOf(id), Buffer.from(text), { headers, ifAbsent: true })
    },
    readRecord: async (id) => (await bucket.read(recordOf(id)))?.toString() ?? '',
    async ids() {
      const ids: string[] = []
      for await (const { key } of bucket.list(`${FOLDER}/`)) {
        const id = key.slice(FOLDER.length + 1)
        ids.push(id.endsWith(RECORD_ENDING) ? id.slice(0, -RECORD_ENDING.length) : id)
      }
      return ids
    },
    moveHere: (from, id, onStep) => moveOriginalObject(bucket, from, keyOf(id), onStep),
    async bytesOf(from) {
      const found = await bucket.head(from)
      if (!found) throw new Error(`${from} is not in the store.`)
      return found.bytes
    },
    sha256: async (id) => (await bucket.sha256(keyOf(id))) ?? '',
    async putBack(_, id, key) {
      if (!(await bucket.copy(keyOf(id), key))) throw new Error(`${keyOf(id)} is not in the store.`)
    },
    remove: (id) => removeTrashedObjects(bucket, [keyOf(id), recordOf(id)]),
    async appendLog(line) {
      const { at } = JSON.parse(line) as { at: string }
      await bucket.put(`${LOG}/${at}-${randomUUID()}.json`, Buffer.from(`${line}\n`), { headers })
    },
    async readLog() {
      const keys: string[] = []
      for await (const { key } of bucket.list(`${LOG}/`)) keys.push(key)
      let text = ''
      for (const key of keys.sort()) text += (await bucket.read(key))?.toString() ?? ''
      return text
    },
  }
}
