import { UNFINISHED_COPY } from '#contract/archive-state.ts'
import { execFile } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { appendFile, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dirname } from 'node:path/posix'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { CopyRefused, onDisk } from './copy-errors.ts'
import { type CopiedFile, LIST_FILE, listText, readCopyList } from './copy-list.ts'

/** Characters of a path, so that it stays within 260 on Windows wherever the copy lies. */
const LONGEST_PATH = 150
/** In one folder: FAT32 has room for 65,536 entries, and needs up to 20 for a file with a long name, and 1 or 2 for the folder of a record. */
const MOST = { files: 5000, folders: 30_000 }

const FORBIDDEN = /[:*?"<>|\\\p{Cc}]/u
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** One name for all that some file systems take for the same. */
const foldedName = (path: string): string => path.normalize('NFC').toLowerCase()

/** Returns a function that checks each path of a copy, relative and with slashes. @throws {CopyRefused} with the name that a file system can't hold. */
export function createNameCheck(): (path: string) => void {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const refuse = (path: string, why: string): never => {
    throw new CopyRefused(`The file ${path} can't be part of a copy: ${why}`)
  }
  const add = (path: string, file = path) => {
    const other = names.get(foldedName(path))
    if (other === path) return
    if (other !== undefined) refuse(file, `Windows takes ${path} for ${other}.`)
    names.set(foldedName(path), path)
    const [folder, kind] = [dirname(path), path === file ? 'files' : 'folders'] as const
    const count = (counts.get(`${folder} ${kind}`) ?? 0) + 1
    counts.set(`${folder} ${kind}`, count)
    if (count > MOST[kind]) refuse(file, `its folder would hold more than ${MOST[kind]} ${kind}.`)
    if (folder !== '.') add(folder, file)
  }
  return (path) => {
    if (path.length >= LONGEST_PATH) refuse(path, `its path is ${path.length} characters long.`)
    for (const name of path.split('/')) {
      if (name === '' || name === '.' || name === '..') refuse(path, 'its path is not one inside of a folder.')
      if (FORBIDDEN.test(name) || DEVICE.test(name) || /[. ]$/.test(name))
        refuse(path, `Windows and most sticks don't allow the name ${name}.`)
    }
    if (names.get(foldedName(path)) === path) throw new Error(`${path} is written twice.`)
    add(path)
  }
}

export type Content = Uint8Array | string
export interface WriteOptions {
  version?: string | undefined
}
export interface FolderWriter {
  /**
   * Writes a file unless it is there with this content; a function that makes the content is not called where `version` and size are those of the last run. It may
   * take `version` out of the options: then the next run calls it again. Where it makes nothing there is no file.
   * @throws {CopyRefused} where the name doesn't suit every file system, or the disk is full or gone.
   */
  write(
    path: string,
    content: Content | (() => Promise<Content | AsyncIterable<Uint8Array> | undefined>),
    options?: WriteOptions,
  ): Promise<void>
  /** True where the last run has written `path` with this version, and everything beside and below it is there: all of that stays. */
  keepAll(path: string, version: string): Promise<boolean>
}
export interface WriteReport {
  files: number
  bytes: number
  /** What had to be written, without the list. */
  writtenFiles: number
  writtenBytes: number
  removed: number
}
export interface OpenFolder extends FolderWriter {
  /** Writes into a folder of the copy. */
  below(folder: string): FolderWriter
  /** Removes files of earlier runs that were not written this time, and marks the copy as whole. */
  finish(): Promise<WriteReport>
  /** What this run has written or found, by path. */
  files: ReadonlyMap<string, CopiedFile>
}

/** At the top of a copy for as long as it isn't whole. */
export const UNFINISHED_FILE = UNFINISHED_COPY
const UNFINISHED = `This copy is not finished: it is being written, or was interrupted.
Make the copy into this folder again. Only what is missing is written.
`
/** What systems leave on a disk. */
export const OF_SYSTEMS =
  /^(\.DS_Store|\.Trash.*|\.Spotlight-V100|\.fseventsd|\._.*|lost\+found|System Volume Information|\$RECYCLE\.BIN|Thumbs\.db|desktop\.ini)$/i

/**
 * Opens a folder to write a copy into. It notes what it writes in a list there, so that the next run writes only what has changed, and removes only what a run has
 * written. @throws {CopyRefused} where the folder holds something else than `holds`, the kind of copy.
 */
export async function openFolderWriter(
  folder: string,
  { now, holds = 'copy' }: { now: Date; holds?: string },
): Promise<OpenFolder> {
  const ofDisk = <T>(work: Promise<T>) => onDisk(folder, work)
  const at = (path: string) => join(folder, path)
  const remove = (path: string) => ofDisk(rm(at(path), { force: true }))
  await ofDisk(mkdir(folder, { recursive: true }))
  const earlier = await readCopyList(folder)
  if (!earlier) await refuseForeign(folder)
  else if (earlier.holds !== holds)
    throw new CopyRefused(`The folder ${folder} holds another kind of copy (${earlier.holds}). Name another folder.`)
  const { finished: trusted, files: there } = earlier ?? { finished: true, files: new Map() as never }

  const files = new Map<string, CopiedFile>()
  const checkName = createNameCheck()
  const folders = new Map([['.', Promise.resolve()]])
  const written = { writtenFiles: 0, writtenBytes: 0 }
  let begun: Promise<void> | undefined

  /** Marks the folder as unfinished before the first change. */
  async function begin(): Promise<void> {
    await writeFile(at(UNFINISHED_FILE), UNFINISHED)
    await appendFile(at(LIST_FILE), `\n${listText({ holds })}`, { flush: true })
  }
  const changing = () => (begun ??= ofDisk(begin()))
  // The list is not made again where the disk is gone.
  const flag = constants.O_WRONLY | constants.O_APPEND
  const note = (path: string, file?: CopiedFile) =>
    ofDisk(changing().then(() => appendFile(at(LIST_FILE), listText({ path, ...file }), { flag })))
  /** Makes folders one by one: with a stick that was pulled out, its own must not be made again on the system's disk. */
  function makeFolder(path: string): Promise<void> {
    let made = folders.get(path)
    if (!made) folders.set(path, (made = makeFolder(dirname(path)).then(() => ofDisk(makeMissing(at(path))))))
    return made
  }

  async function isThere(path: string, { size, sha256 }: Partial<CopiedFile>): Promise<boolean> {
    const found = await stat(at(path)).catch(() => undefined)
    if (!found?.isFile() || found.size !== size) return false
    return trusted || (await ofDisk(sha256OfFile(at(path)))) === sha256
  }
  async function put(path: string, content: Content | AsyncIterable<Uint8Array>): Promise<void> {
    await makeFolder(dirname(path))
    // Removed first: a link to another file is not written through.
    await remove(path)
    if (isWhole(content)) return ofDisk(writeFile(at(path), content, { flag: 'wx' }))
    await ofDisk(pipeline(content, createWriteStream(at(path), { flags: 'wx' })))
  }

  const write: FolderWriter['write'] = async (path, content, options = {}) => {
    checkName(path)
    const old = there.get(path)
    const isKept = old?.sha256 && options.version !== undefined && old.version === options.version
    if (isKept && (await isThere(path, old))) return void files.set(path, old as CopiedFile)
    const made = typeof content === 'function' ? await content() : content
    if (made === undefined) return
    const { version } = options
    const named = (file: CopiedFile) => ({ ...file, ...(version !== undefined && { version }) })
    const known = isWhole(made) ? named(described(made)) : undefined
    const isListed = trusted && old?.sha256 === known?.sha256
    const isSame = known && (isListed || !trusted) && (await isThere(path, known))
    // Noted before it is written: what was being written is checked by the next run.
    if (!isSame || !isListed || old?.version !== version) await note(path, known)
    if (!isSame) await put(path, made)
    const file = known ?? named({ size: (await stat(at(path))).size, sha256: await sha256OfFile(at(path)) })
    if (!known) await note(path, file)
    files.set(path, file)
    if (isSame) return
    written.writtenFiles += 1
    written.writtenBytes += file.size
  }

  async function keepAll(inner: string, path: string, version: string): Promise<boolean> {
    if (!trusted || there.get(inner + path)?.version !== version) return false
    const kept = [...there].filter(([each]) => each.startsWith(inner))
    if ((await Promise.all(kept.map(([each, file]) => isThere(each, file)))).includes(false)) return false
    for (const [each, file] of kept) files.set(each, file as CopiedFile)
    return true
  }

  const report = (removed: number): WriteReport => {
    const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)
    return { files: files.size, bytes, ...written, removed }
  }
  async function finish(): Promise<WriteReport> {
    // A disk that ignores case takes Map.js for map.js.
    const names = new Set([...files.keys()].map(foldedName))
    const gone = [...there.keys()].filter((path) => !names.has(foldedName(path)))
    if (!begun && gone.length === 0 && trusted) return report(0)
    await changing()
    for (const path of gone) {
      await remove(path)
      // Folders that are not empty stay.
      for (let up = dirname(path); up !== '.'; up = dirname(up)) await rmdir(at(up)).catch(() => undefined)
    }
    await flush(folder)
    const lines = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, file]) => listText({ path, ...file }))
    const text = [listText({ holds }), ...lines, listText({ finished: now.toISOString() })].join('')
    await ofDisk(writeFile(at(`${LIST_FILE}.new`), text, { flush: true }))
    await ofDisk(rename(at(`${LIST_FILE}.new`), at(LIST_FILE)))
    await remove(UNFINISHED_FILE)
    return report(gone.length)
  }

  const below = (inner: string): FolderWriter => ({
    write: (path, ...how) => write(inner + path, ...how),
    keepAll: (...last) => keepAll(inner, ...last),
  })
  return { ...below(''), finish, files, below: (inner) => below(`${inner}/`) }
}

const isWhole = (content: unknown): content is Content => typeof content === 'string' || content instanceof Uint8Array

const described = (content: Content) => ({ size: Buffer.byteLength(content), sha256: hash('sha256', content) })
export async function sha256OfFile(path: string): Promise<string> {
  const sum = createHash('sha256')
  await pipeline(createReadStream(path), sum)
  return sum.digest('hex')
}

async function refuseForeign(folder: string): Promise<void> {
  const own = new Set([LIST_FILE, UNFINISHED_FILE])
  const names = await onDisk(folder, readdir(folder))
  const others = names.filter((name) => !OF_SYSTEMS.test(name) && !own.has(name))
  if (others.length === 0) return
  const some = `${others.slice(0, 3).join(', ')}${others.length > 3 ? ' …' : ''}`
  throw new CopyRefused(`The folder ${folder} holds something else: ${some}. Name an empty folder, or one with a copy.`)
}

async function makeMissing(path: string): Promise<void> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) await mkdir(path)
}

/** Waits until the disk has all of it: a stick is pulled out as soon as the copy is finished. Elsewhere it is up to ejecting the stick. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('sync', ['-f', folder]).catch(() => undefined)
}
