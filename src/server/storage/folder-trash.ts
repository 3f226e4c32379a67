import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { UNFINISHED } from './keys.ts'
import { flushFolder, moveOriginal, removeTrashed, sha256Of } from './removal.ts'
import { RECORD_ENDING, type TrashFiles } from './trash.ts'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** The files of a trash in a folder: each file with its record beside it. */
export function createFolderTrash(folder: string): TrashFiles {
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
