import { mkdir, open, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IMPORT } from '#contract/limits.ts'
import { IMPORT_REFUSED, type ImportDetails, type ImportPart } from '#contract/imports.ts'
import { listFiles } from '../bundle/bundle-path.ts'
import { DomainError } from '../errors/domain-error.ts'
import { addPart, receivedBytes, type ReceivedPart } from '../scans/file-parts.ts'
import { removeNonOriginal, removeUploads, renameIntoPlace } from '../storage/removal.ts'
import { cleanPath } from '../tables/zip.ts'

type Announced = Pick<ImportPart, 'path' | 'bytes' | 'modified'>
export type ImportFiles = ReturnType<typeof createImportFiles>

const refuse = (sentence: string) => new DomainError('invalid', { path: [sentence] })
function requirePath(written: string): string {
  const path = cleanPath(written)
  if (path === undefined) throw refuse(IMPORT_REFUSED.path)
  return path
}
/** A file and a folder of one name. */
const isInTheWay = (error: unknown) =>
  ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Files of imports: whole ones below `files/`, and unfinished ones below `parts/BYTES-MODIFIED/`, so that nothing else has to be stored: after a cut, a restart or a
 * reload it is known what is missing.
 */
export function createImportFiles(dataDir: string) {
  const folderOf = (id: number) => join(dataDir, 'imports', 'browser', String(id))
  const whole = (id: number, path: string) => join(folderOf(id), 'files', path)
  const unfinished = (id: number, { path, bytes, modified }: Announced) =>
    join(folderOf(id), 'parts', `${bytes}-${modified}`, path)

  async function list(id: number): Promise<ImportDetails['files']> {
    const found: ImportDetails['files'] = []
    for (const path of await listFiles(join(folderOf(id), 'files')).catch(() => [])) {
      const { size, mtimeMs } = await stat(whole(id, path))
      found.push({ path, bytes: size, received: size, modified: Math.round(mtimeMs) })
    }
    for (const part of await listFiles(join(folderOf(id), 'parts')).catch(() => [])) {
      const [, bytes, modified, path] = /^(\d+)-(\d+)\/(.*)$/.exec(part)!
      const file = { path: path!, bytes: Number(bytes), modified: Number(modified) }
      found.push({ ...file, received: await receivedBytes(unfinished(id, file), file.bytes) })
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  /** Takes what was there of a path away, and what was unpacked of it. */
  async function remove(id: number, path: string, known: ImportDetails['files']): Promise<boolean> {
    const there = known.filter((file) => file.path === path)
    for (const file of there) await removeUploads(file.received < file.bytes ? unfinished(id, file) : whole(id, path))
    await removeUploads(join(folderOf(id), 'unpacked', path))
    return there.length > 0
  }

  /** Makes an unfinished file whole. */
  async function finish(id: number, file: Announced): Promise<void> {
    const [from, to] = [unfinished(id, file), whole(id, file.path)]
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await removeUploads(join(folderOf(id), 'unpacked', file.path))
    await renameIntoPlace(from, to)
    // A disk may not know the year.
    await utimes(to, new Date(), new Date(file.modified)).catch(() => {})
  }

  async function requireFolder(id: number): Promise<void> {
    if (!(await stat(folderOf(id)).catch(() => undefined))) throw new DomainError('conflict', IMPORT_REFUSED.elsewhere)
  }
  const asField = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw isInTheWay(error) ? refuse(IMPORT_REFUSED.inTheWay) : error
    })

  async function announce(id: number, given: readonly Announced[]): Promise<void> {
    await requireFolder(id)
    const files = new Map(given.map((file) => [requirePath(file.path), { ...file, path: requirePath(file.path) }]))
    const known = await list(id)
    const isSame = (one: Announced, { bytes, modified }: Announced) => one.bytes === bytes && one.modified === modified
    const others = known.filter(({ path }) => !files.has(path))
    if (others.length + files.size > IMPORT.files) throw refuse(IMPORT_REFUSED.tooMany)
    const total = [...others, ...files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > IMPORT.bytes) throw refuse(IMPORT_REFUSED.tooLarge)
    for (const file of files.values()) {
      if (known.some((each) => each.path === file.path && isSame(each, file))) continue
      await remove(id, file.path, known)
      const part = unfinished(id, file)
      await asField(mkdir(dirname(part), { recursive: true, mode: 0o700 }))
      await asField(open(part, 'a', 0o600).then((handle) => handle.close()))
      if (file.bytes === 0) await asField(finish(id, file))
    }
  }

  return {
    folderOf,
    list,
    announce,
    create: (id: number) => mkdir(folderOf(id), { recursive: true, mode: 0o700 }),
    /** Where to go on with a file, which is announced if it was not. */
    async receivedOf(id: number, part: ImportPart): Promise<number> {
      const file = { ...part, path: requirePath(part.path) }
      const there = await stat(unfinished(id, file)).catch(() => undefined)
      if (!there) await announce(id, [file])
      const done = await stat(unfinished(id, file)).catch(() => undefined)
      return done ? await receivedBytes(unfinished(id, file), file.bytes) : file.bytes
    },
    /** Adds a part; `isWhole` when it was the last. @throws {DomainError} */
    async add(id: number, part: ImportPart, received: number, sent: ReceivedPart) {
      const file = { ...part, path: requirePath(part.path) }
      if (received === file.bytes) return { received, isWhole: false }
      const now = await addPart({ ...part, path: unfinished(id, file), received }, sent)
      if (now === file.bytes) await asField(finish(id, file))
      return { received: now, isWhole: now === file.bytes }
    },
    async remove(id: number, written: string): Promise<boolean> {
      return await remove(id, requirePath(written), await list(id))
    },
    removeAll: (id: number) => removeUploads(folderOf(id)),
    removeFile: removeNonOriginal,
  }
}
