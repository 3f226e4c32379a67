import { mkdir, open, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IMPORT } from '#contract/limits.ts'
import { IMPORT_REFUSED, type ImportDetails, type ImportPart } from '#contract/imports.ts'
import { listFiles } from '../bundle/bundle-path.ts'
import { DomainError } from '../errors/domain-error.ts'
import { addPart, receivedBytes, type ReceivedPart } from '../scans/file-parts.ts'
import { removeUploads, renameIntoPlace } from '../storage/removal.ts'
import { cleanPath } from '../tables/zip.ts'

type File = Pick<ImportPart, 'path' | 'bytes' | 'modified'>
export type ImportFiles = ReturnType<typeof createImportFiles>

const refuse = (sentence: string) => new DomainError('invalid', { path: [sentence] })
function requirePath(written: string): string {
  const path = cleanPath(written)
  if (path === undefined) throw refuse(IMPORT_REFUSED.path)
  return path
}

/**
 * Files of imports: whole ones are below `files/`, unfinished ones below `parts/BYTES-MODIFIED/`. Nothing else is stored of them: after a cut, a restart or a reload it
 * is known what is missing.
 */
export function createImportFiles(dataDir: string) {
  const folderOf = (id: number) => join(dataDir, 'imports', 'browser', String(id))
  const whole = (id: number, path: string) => join(folderOf(id), 'files', path)
  const unfinished = (id: number, { path, bytes, modified }: File) =>
    join(folderOf(id), 'parts', `${bytes}-${modified}`, path)

  async function list(id: number): Promise<ImportDetails['files']> {
    const found: ImportDetails['files'] = []
    for (const path of await listFiles(join(folderOf(id), 'files')).catch(() => [])) {
      const { size, mtimeMs } = await stat(whole(id, path))
      found.push({ path, bytes: size, received: size, modified: Math.round(mtimeMs) })
    }
    for (const part of await listFiles(join(folderOf(id), 'parts')).catch(() => [])) {
      const [, bytes, modified, path = ''] = /^(\d+)-(\d+)\/(.*)$/.exec(part)!
      const file = { path, bytes: Number(bytes), modified: Number(modified) }
      found.push({ ...file, received: await receivedBytes(unfinished(id, file), file.bytes) })
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Removes what is there of a path, and what was unpacked of it. */
  async function remove(id: number, path: string, known: ImportDetails['files']): Promise<boolean> {
    const there = known.filter((file) => file.path === path)
    for (const file of there) await removeUploads(file.received < file.bytes ? unfinished(id, file) : whole(id, path))
    await removeUploads(join(folderOf(id), 'unpacked', path))
    return there.length > 0
  }

  /** Notes files that will be sent, as empty ones. @throws {DomainError} */
  async function announce(id: number, given: readonly File[]): Promise<void> {
    if (!(await stat(folderOf(id)).catch(() => undefined))) throw new DomainError('conflict', IMPORT_REFUSED.elsewhere)
    const files = new Map(given.map((file) => [requirePath(file.path), { ...file, path: requirePath(file.path) }]))
    const known = await list(id)
    const others = known.filter(({ path }) => !files.has(path))
    if (others.length + files.size > IMPORT.files) throw refuse(IMPORT_REFUSED.tooMany)
    const total = [...others, ...files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > IMPORT.bytes) throw refuse(IMPORT_REFUSED.tooLarge)
    for (const file of files.values()) {
      const { path, bytes, modified } = file
      if (known.some((each) => each.path === path && each.bytes === bytes && each.modified === modified)) continue
      await remove(id, path, known)
      try {
        for (const to of [whole(id, path), unfinished(id, file)])
          await mkdir(dirname(to), { recursive: true, mode: 0o700 })
        await (await open(unfinished(id, file), 'a', 0o600)).close()
        if (bytes === 0) await renameIntoPlace(unfinished(id, file), whole(id, path))
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException
        throw ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code) ? refuse(IMPORT_REFUSED.inTheWay) : error
      }
    }
  }

  return {
    folderOf,
    list,
    announce,
    create: (id: number) => mkdir(folderOf(id), { recursive: true, mode: 0o700 }),
    /** Adds a part to a file, which is announced if it was not. @returns the bytes that are here. @throws {DomainError} */
    async add(id: number, { at, sha256, ...sent }: ImportPart, part: ReceivedPart): Promise<number> {
      const file = { ...sent, path: requirePath(sent.path) }
      const [from, to] = [unfinished(id, file), whole(id, file.path)]
      if (!(await stat(from).catch(() => undefined))) await announce(id, [file])
      if (!(await stat(from).catch(() => undefined))) return file.bytes
      const before = await receivedBytes(from, file.bytes)
      const received = await addPart({ path: from, bytes: file.bytes, received: before, at, sha256 }, part)
      if (received === file.bytes) {
        await renameIntoPlace(from, to)
        // A disk may not know the year.
        await utimes(to, new Date(), new Date(file.modified)).catch(() => {})
      }
      return received
    },
    remove: async (id: number, path: string) => remove(id, requirePath(path), await list(id)),
    removeAll: (id: number) => removeUploads(folderOf(id)),
  }
}
