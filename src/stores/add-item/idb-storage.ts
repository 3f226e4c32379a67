import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { listen } from '../shared/listen.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import type { DraftStorage } from './draft-storage.ts'

const DATABASE = 'lotline-drafts'
/** Milliseconds after which a file that no draft names is removed: another tab may be about to add it to one. */
const UNUSED_AFTER = 24 * 60 * 60_000

/** Bytes of a file that are read at once. */
const AT_ONCE = 64 * 1024 ** 2

interface StoredFile {
  id: string
  draft: string
  file: File
  at: number
}
interface Schema extends DBSchema {
  /** Drafts of older and newer formats too, so their type is unknown. */
  drafts: { key: string; value: unknown }
  files: { key: string; value: StoredFile; indexes: { draft: string } }
}

type Page = Pick<Window, 'navigator'>

/** Drafts in IndexedDB, shared by the tabs of this browser. */
export function createDraftStorage({ navigator }: Page): DraftStorage {
  let database: Promise<IDBPDatabase<Schema>> | undefined
  const close = () => (database = undefined)
  /** Opened on first use, and again after a failure or when the browser closed it. */
  function opened() {
    database ??= openDB<Schema>(DATABASE, 1, {
      upgrade(database) {
        database.createObjectStore('drafts', { keyPath: 'id' })
        database.createObjectStore('files', { keyPath: 'id' }).createIndex('draft', 'draft')
      },
      // A newer version of the site in another tab needs to upgrade it.
      blocking(_current, _blocked, event) {
        ;(event.target as IDBDatabase).close()
        close()
      },
      terminated: close,
    }).catch((problem: unknown) => {
      close()
      throw problem
    })
    return database
  }
  const asked = memoizeAsync(async () => navigator.storage?.persist?.())
  const channel = new BroadcastChannel(DATABASE)

  return {
    all: async () => (await opened()).getAll('drafts'),
    read: async (id) => (await opened()).get('drafts', id),
    async update(id, change) {
      const transaction = (await opened()).transaction('drafts', 'readwrite')
      const next = change(await transaction.store.get(id))
      if (next) await transaction.store.put(next)
      await transaction.done
      if (next) channel.postMessage(id)
      return next
    },
    async remove(id) {
      const transaction = (await opened()).transaction(['drafts', 'files'], 'readwrite')
      await transaction.objectStore('drafts').delete(id)
      const files = transaction.objectStore('files')
      for (const key of await files.index('draft').getAllKeys(id)) await files.delete(key)
      await transaction.done
      channel.postMessage(id)
    },
    async saveFile(draft, id, file) {
      // Browsers may store a chosen file as a reference to where it lies: the copy is made here, of a video in parts that fit into memory.
      const parts: Blob[] = []
      for (let at = 0; at < file.size; at += AT_ONCE)
        parts.push(new Blob([await file.slice(at, at + AT_ONCE).arrayBuffer()]))
      const copy = new File(parts, file.name, { type: file.type, lastModified: file.lastModified })
      // A file that was removed can read as an empty one.
      if (copy.size !== file.size) throw new DOMException('', 'NotReadableError')
      await (await opened()).put('files', { id, draft, file: copy, at: Date.now() })
    },
    readFile: async (id) => (await (await opened()).get('files', id))?.file,
    removeFile: async (id) => (await opened()).delete('files', id),
    async removeUnusedFiles(draft, used) {
      const transaction = (await opened()).transaction('files', 'readwrite')
      for (const { id, at } of await transaction.store.index('draft').getAll(draft)) {
        if (!used.has(id) && at < Date.now() - UNUSED_AFTER) await transaction.store.delete(id)
      }
      await transaction.done
    },
    async room() {
      await asked().catch(() => {})
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
      return quota === undefined || usage === undefined ? undefined : quota - usage
    },
    onChange: (work) => listen(channel, 'message', ({ data }: MessageEvent<string>) => work(data)),
  }
}
