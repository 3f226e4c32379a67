import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { readIfThere, uploadEach, type Content, type DeployTarget } from './target.ts'

/** A folder, such as that of a web server or a mounted disk. */
export function createFolderTarget(folder: string): DeployTarget {
  const pathOf = (path: string) => {
    const found = resolve(folder, path)
    if (!found.startsWith(folder + sep)) throw new Error(`${path} is outside of ${folder}.`)
    return found
  }
  async function place(path: string, content: Content, flush: boolean): Promise<void> {
    const target = pathOf(path)
    await mkdir(dirname(target), { recursive: true })
    const temporary = `${target}.${randomUUID()}.part`
    try {
      await writeFile(temporary, content, { flush })
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
    read: (path) => readIfThere(pathOf(path)),
    write: (path, content) => place(path, content, true),
    upload: uploadEach(({ path }, content) => place(path, content, false)),
    async remove(paths) {
      for (const path of paths) {
        await rm(pathOf(path), { force: true })
        // Folders that are not empty stay.
        for (let up = dirname(path); up !== '.'; up = dirname(up)) await rmdir(pathOf(up)).catch(() => undefined)
      }
    },
  }
}
