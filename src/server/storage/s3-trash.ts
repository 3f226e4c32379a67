import { randomUUID } from 'node:crypto'
import type { Bucket } from '#s3/bucket.ts'
import { moveOriginalObject, removeTrashedObjects } from './removal.ts'
import { RECORD_ENDING, type TrashFiles } from './trash.ts'

/** Folder of the trash in a bucket, and of its log: one object a line, since objects can't be appended to. */
const FOLDER = 'trash'
const LOG = `${FOLDER}/log`

/** The files of a trash in a bucket, beside the media. */
export function createS3Trash(bucket: Bucket): TrashFiles {
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
