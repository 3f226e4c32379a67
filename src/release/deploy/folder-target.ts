import { randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { FILES_AT_ONCE, type DeployFile, type DeployTarget } from './target.ts'

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** A folder, such as that of a web server or a mounted disk. */
export function createFolderTarget(folder: string): DeployTarget {
  const pathOf = (path: string) => {
    const found = resolve(folder, path)
    if (!found.startsWith(folder + sep)) throw new Error(`${path} is outside of ${folder}.`)
    return found
  }
  async function place(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const target = pathOf(path)
    await mkdir(dirname(target), { recursive: true })
    const temporary = `${target}.${randomUUID()}.part`
    try {
      await write(temporary)
      await rename(temporary, target)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  return {
    name: folder,
    compressesInPlace: false,
    // The folder of a version control system is not a site.
    isForeign: async () => (await readdir(folder).catch(() => [])).some((name) => !name.startsWith('.git')),
    async read(path) {
      try {
        return await readFile(pathOf(path))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    write: (path, content) => place(path, (temporary) => writeFile(temporary, content, { flush: true })),
    upload: (files, onUploaded) =>
      Readable.from(files).forEach(
        async (file: DeployFile) => {
          const found = await file.read()
          if (!found) return
          await place(file.path, (temporary) => writeFile(temporary, found.content))
          onUploaded({ ...file, hash: found.hash })
        },
        { concurrency: FILES_AT_ONCE },
      ),
    async remove(paths) {
      for (const path of paths) {
        await rm(pathOf(path), { force: true })
        await removeEmptyFolders(dirname(pathOf(path)))
      }
    },
  }

  async function removeEmptyFolders(start: string): Promise<void> {
    for (let at = start; at.startsWith(folder + sep); at = dirname(at)) {
      try {
        await rmdir(at)
      } catch {
        return
      }
    }
  }
}
