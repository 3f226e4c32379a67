import { constants, createReadStream } from 'node:fs'
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import { flush, flushFolder } from './flush.ts'
import type { MediaEntry, MediaStore } from './media-store.ts'

const absent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
/** Unfinished files carry this mark, so that a sweep can tell them from kept ones. */
export const UNFINISHED = '.part'

/** A second name for a file that nobody changes any more, or a copy where the disk knows no such thing, or it is another disk. */
const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))

/** A media store in a folder of this machine. */
export function createFolderStore(root: string): MediaStore {
  const base = resolve(root)
  const pathOf = (key: string) => {
    const path = resolve(base, key)
    if (!path.startsWith(base + sep)) throw new Error(`The key ${key} leaves the media folder.`)
    return path
  }
  const entryOf = async (key: string): Promise<MediaEntry | undefined> => {
    try {
      const { size: bytes, mtimeMs: modified } = await stat(pathOf(key))
      return { key, bytes, modified }
    } catch (error) {
      if (absent(error)) return undefined
      throw error
    }
  }
  const size = async (key: string) => (await entryOf(key))?.bytes

  /** Temporary name, fsync, rename: a crash or a full disk never leaves half a picture under its real name. */
  async function putWhole(key: string, lasting: boolean, write: (temporary: string) => Promise<void>) {
    if (((await size(key)) ?? 0) > 0) return
    const path = pathOf(key)
    const temporary = `${path}.${randomUUID()}${UNFINISHED}`
    await mkdir(dirname(path), { recursive: true })
    try {
      await write(temporary)
      if (lasting) await flush(temporary)
      await rename(temporary, path)
      if (lasting) await flushFolder(dirname(path))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async function* walk(folder: string): AsyncGenerator<MediaEntry> {
    let entries
    try {
      entries = await opendir(folder)
    } catch (error) {
      if (absent(error)) return
      throw error
    }
    for await (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* walk(path)
      else if (entry.isFile()) {
        // What was removed meanwhile is not listed.
        const found = await entryOf(relative(base, path).split(sep).join('/'))
        if (found) yield found
      }
    }
  }

  return {
    put: (key, content, { lasting } = { lasting: true }) =>
      putWhole(key, lasting, (temporary) => writeFile(temporary, content)),
    putFile: (key, path, { ours } = { ours: false }) =>
      putWhole(key, true, (temporary) =>
        ours ? linkOrCopy(path, temporary) : copyFile(path, temporary, constants.COPYFILE_FICLONE),
      ),
    async touch(key) {
      const now = new Date()
      try {
        await utimes(pathOf(key), now, now)
        return true
      } catch (error) {
        if (absent(error)) return false
        throw error
      }
    },
    entry: entryOf,
    size,
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (absent(error)) return undefined
        throw error
      }
    },
    async readPart(key, offset, length) {
      try {
        const file = await open(pathOf(key), 'r')
        try {
          const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
          return buffer.subarray(0, bytesRead)
        } finally {
          await file.close()
        }
      } catch (error) {
        if (absent(error)) return undefined
        throw error
      }
    },
    async stream(key) {
      return (await size(key)) === undefined ? undefined : createReadStream(pathOf(key))
    },
    list: (folder) => walk(pathOf(folder)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async check() {
      await mkdir(base, { recursive: true })
      await access(base, constants.W_OK)
    },
  }
}
