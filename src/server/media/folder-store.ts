import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { MediaEntry, MediaStore } from './media-store.ts'

const absent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
/** Unfinished files carry this mark, so that a sweep can tell them from kept ones. */
const UNFINISHED = '.part'

async function flush(path: string) {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A media store in a folder of this machine. */
export function createFolderStore(root: string): MediaStore {
  const base = resolve(root)
  const pathOf = (key: string) => {
    const path = resolve(base, key)
    if (!path.startsWith(base + sep)) throw new Error(`The key ${key} leaves the media folder.`)
    return path
  }
  const size = async (key: string) => {
    try {
      return (await stat(pathOf(key))).size
    } catch (error) {
      if (absent(error)) return undefined
      throw error
    }
  }

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
      else if (entry.isFile()) yield { key: relative(base, path).split(sep).join('/'), bytes: (await stat(path)).size }
    }
  }

  return {
    put: (key, content, { lasting } = { lasting: true }) =>
      putWhole(key, lasting, (temporary) => writeFile(temporary, content)),
    putFile: (key, path) => putWhole(key, true, (temporary) => copyFile(path, temporary, constants.COPYFILE_FICLONE)),
    size,
    async read(key) {
      try {
        return await readFile(pathOf(key))
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
