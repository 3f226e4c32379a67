import { constants, createReadStream } from 'node:fs'
import {
  access,
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  stat,
  utimes,
  writeFile,
  lstat,
  readdir,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import {
  flush,
  removeNonOriginal,
  sha256Of,
  undoCopy,
  writeAtomically,
  type OnStep,
  flushFolder,
  moveOriginal,
  removeTrashed,
} from './removal.ts'
import { ORIGINAL_FOLDERS, isOriginal, isPrivate, UNFINISHED } from './keys.ts'
import type { MediaEntry, MediaStore } from './media-store.ts'
import { createTrash, RECORD_ENDING, type TrashFiles } from './trash.ts'

/** Resolves to undefined where a file is missing (ENOENT). */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a hard link, or a copy where the file system has none or the file is on another disk. */
const linkOrCopy = (from: string, to: string) =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))

/** A media store in a folder. Its trash is in DATA_DIR; by default, beside the folder. */
export function createFolderStore(
  root: string,
  trashDir = join(dirname(resolve(root)), 'trash'),
  { onStep }: { onStep?: OnStep } = {},
): MediaStore {
  const base = resolve(root)
  const trash = createTrash(createFolderTrash(trashDir), { onStep })
  const pathOf = (key: string) => {
    const path = resolve(base, key)
    if (!path.startsWith(base + sep)) throw new Error(`The key ${key} leaves the media folder.`)
    return path
  }
  const entryOf = async (key: string): Promise<MediaEntry | undefined> => {
    const found = await unlessMissing(stat(pathOf(key)))
    return found && { key, bytes: found.size, modified: found.mtimeMs }
  }
  const size = async (key: string) => (await entryOf(key))?.bytes

  async function put(key: string, durable: boolean, write: (temporary: string) => Promise<void>) {
    if (((await size(key)) ?? 0) > 0) return
    const path = pathOf(key)
    const secret = isPrivate(key)
    await mkdir(dirname(path), { recursive: true, ...(secret && { mode: 0o700 }) })
    const writeWhole = async (temporary: string) => {
      await write(temporary)
      // FAT has no file permissions.
      if (secret) await chmod(temporary, 0o600).catch(() => {})
      if (durable) await flush(temporary)
    }
    await writeAtomically(path, writeWhole, { durable })
  }

  async function* walk(folder: string): AsyncGenerator<MediaEntry> {
    for await (const entry of (await unlessMissing(opendir(folder))) ?? []) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* walk(path)
      else if (entry.isFile()) {
        // Skips files removed in the meantime.
        const found = await entryOf(relative(base, path).split(sep).join('/'))
        if (found) yield found
      }
    }
  }

  return {
    put: (key, content, { durable } = { durable: true }) =>
      put(key, durable, (temporary) => writeFile(temporary, content)),
    putFile: (key, path, { immutable } = { immutable: false }) =>
      put(key, true, (temporary) =>
        immutable ? linkOrCopy(path, temporary) : copyFile(path, temporary, constants.COPYFILE_FICLONE),
      ),
    async touch(key) {
      const now = new Date()
      return (await unlessMissing(utimes(pathOf(key), now, now).then(() => true))) ?? false
    },
    entry: entryOf,
    size,
    read: async (key) => await unlessMissing(readFile(pathOf(key))),
    async readPart(key, offset, length) {
      await using file = await unlessMissing(open(pathOf(key), 'r'))
      if (!file) return undefined
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    },
    async stream(key, range) {
      const part = range && { start: range[0], end: range[1], highWaterMark: PART }
      return (await size(key)) === undefined ? undefined : createReadStream(pathOf(key), part)
    },
    list: (folder) => walk(pathOf(folder)),
    sha256: async (key) => await unlessMissing(sha256Of(pathOf(key))),
    async remove(key) {
      if (isOriginal(key)) throw new Error(`${key} is an original: it is moved to the trash, not removed.`)
      await removeNonOriginal(pathOf(key))
    },
    async undoPut(key, source, reason) {
      if (!(await undoCopy(pathOf(key), source))) await trash.add(pathOf(key), key, reason)
    },
    async moveToTrash(key, reason) {
      return (await entryOf(key)) && (await trash.add(pathOf(key), key, reason))
    },
    trash,
    shared: false,
    restrictToOwner: (options) => restrictToOwner(ORIGINAL_FOLDERS.map(pathOf), options),
    async check() {
      await mkdir(base, { recursive: true })
      await access(base, constants.R_OK | constants.W_OK | constants.X_OK)
      for (const folder of ORIGINAL_FOLDERS) await (await unlessMissing(opendir(pathOf(folder))))?.close()
    },
  }
}

/** Bytes read at once of a long file. */
const PART = 2 ** 18

const FILE = 0o600
const FOLDER = 0o700

/** Changes permissions through a handle, so that no link is followed. */
async function setMode(path: string, mode: number): Promise<void> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  await file.chmod(mode)
}

/** Makes folders and their contents readable by their owner only, without following links. Returns how many others could read. */
async function restrictToOwner(folders: readonly string[], { dryRun = false }: { dryRun?: boolean } = {}) {
  let open = 0
  async function close(path: string): Promise<void> {
    const found = await lstat(path).catch(() => undefined)
    if (!found || !(found.isFile() || found.isDirectory())) return
    if ((found.mode & 0o077) !== 0) {
      open += 1
      if (!dryRun) await setMode(path, found.isDirectory() ? FOLDER : FILE).catch(() => {})
    }
    if (found.isDirectory()) for (const name of await readdir(path)) await close(join(path, name))
  }
  for (const folder of folders) await close(folder)
  return open
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** The files of a trash in a folder: each file with its record beside it. */
function createFolderTrash(folder: string): TrashFiles {
  const pathOf = (id: string) => join(folder, ...id.split('/'))
  const recordOf = (id: string) => `${pathOf(id)}${RECORD_ENDING}`
  const log = join(folder, 'log.jsonl')
  return {
    folder,
    pathOf,
    log,
    async stat(id) {
      const found = await stat(pathOf(id)).catch(() => undefined)
      return found && { bytes: found.size, modified: found.mtimeMs }
    },
    async writeRecord(id, text) {
      await mkdir(dirname(pathOf(id)), { recursive: true, mode: 0o700 })
      try {
        await writeFile(recordOf(id), text, { flag: 'wx', mode: 0o600, flush: true })
        await flushFolder(dirname(pathOf(id)))
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        await removeTrashed([recordOf(id)], folder)
        throw error
      }
    },
    readRecord: (id) => readFile(recordOf(id), 'utf8').catch(() => ''),
    async ids() {
      const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
      return names
        .filter((file) => file.isFile() && !file.name.endsWith(UNFINISHED))
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
        .map((id) => (id.endsWith(RECORD_ENDING) ? id.slice(0, -RECORD_ENDING.length) : id))
    },
    moveHere: (from, id, onStep) => moveOriginal(from, pathOf(id), onStep),
    bytesOf: async (from) => (await stat(from)).size,
    sha256: (id) => sha256Of(pathOf(id)),
    putBack: (media, id, key) => media.putFile(key, pathOf(id), { immutable: true }),
    remove: (id) => removeTrashed([pathOf(id), recordOf(id)], folder),
    async appendLog(line) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(log, `${line}\n`, { flag: 'a', mode: 0o600, flush: true })
    },
    readLog: () => readFile(log, 'utf8').catch(() => ''),
  }
}
