import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { extract as createExtract, type Header } from 'tar-stream'
import * as v from 'valibot'
import {
  BackupRefused,
  DATABASE_FILE,
  DUMP_FILE,
  FORMAT,
  FORMAT_FILE,
  MANIFEST_FILE,
  ORIGINAL_FILE,
  SUMS_FILE,
  TABLE_FILE,
  TRASH_FILE,
  TRASH_LOG,
  damagedBackup,
  formatOf,
  manifest,
  newerBackup,
  summing,
  sumsOf,
  type BackupFile,
  type Manifest,
} from './format.ts'
import type { RestorePaths } from '../database/restore-swap.ts'

export type UnpackedFiles = Map<string, BackupFile>

/** Where the files of a backup are unpacked that are not originals. */
export const stagedFile = ({ stagedDatabase }: Pick<RestorePaths, 'stagedDatabase'>, path: string): string =>
  join(dirname(stagedDatabase), 'unpacked', ...path.split('/'))

/** Unpacks a tar. Names outside the format, links, devices and duplicates are refused. @throws {BackupRefused} and what `onBytes` throws. */
export async function unpack(
  source: Readable,
  places: Pick<RestorePaths, 'stagedDatabase' | 'stagedMedia'>,
  onBytes?: (bytes: number) => void,
): Promise<UnpackedFiles> {
  const { stagedMedia } = places
  const files: UnpackedFiles = new Map()
  const extract = createExtract()
  let aborted: { by: unknown } | undefined
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      try {
        onBytes?.(chunk.length)
      } catch (error) {
        aborted = { by: error }
        throw error
      }
      yield chunk
    }
  }
  const writing = pipeline(source, counted, extract)
  const reading = (async () => {
    for await (const entry of extract) await addEntry(entry.header, entry as AsyncIterable<Buffer>)
  })()
  // If both fail, report the one that says more: what is wrong with the file, rather than that reading stopped.
  const [fed, read] = await Promise.allSettled([writing, reading])
  if (aborted) throw aborted.by
  for (const each of [read, fed]) {
    if (each.status === 'rejected' && each.reason instanceof BackupRefused) throw each.reason
  }
  for (const each of [fed, read]) {
    if (each.status === 'rejected') throw isTarError(each.reason) ? damagedBackup(each.reason) : each.reason
  }
  return files

  async function addEntry({ name, type, size }: Header, content: AsyncIterable<Buffer>): Promise<void> {
    if (files.size === 0 && name !== FORMAT_FILE) throw noBackup()
    const isOriginal = ORIGINAL_FILE.test(name)
    if (type !== 'file' || !(isOriginal || isKnown(name)))
      throw new BackupRefused(`The backup holds ${JSON.stringify(name)}, which does not belong in one.`)
    if (files.has(name)) throw new BackupRefused(`The backup holds ${name} twice.`)
    const target = isOriginal ? join(stagedMedia, ...name.split('/')) : stagedFile(places, name)
    const sum = createHash('sha256')
    // The folder of the media is as before; what is in it is private.
    await mkdir(stagedMedia, { recursive: true })
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(content, summing(sum), createWriteStream(target, { flags: 'wx', flush: isOriginal, mode: 0o600 }))
    files.set(name, { path: name, bytes: size, sha256: sum.digest('hex') })
    if (name !== FORMAT_FILE) return
    const format = formatOf(readFileSync(target, 'utf8'))
    if (format === undefined) throw noBackup()
    if (format > FORMAT) throw newerBackup(`format ${format}`)
  }
}

const noBackup = () => new BackupRefused('This is not a backup of Lotline.')

const isKnown = (name: string): boolean =>
  [FORMAT_FILE, MANIFEST_FILE, SUMS_FILE, TRASH_LOG, DATABASE_FILE, DUMP_FILE].includes(name) ||
  TABLE_FILE.test(name) ||
  TRASH_FILE.test(name)

/** Errors of the tar reader have no code; those of the disk have one. */
const isTarError = (error: unknown) =>
  !(error as NodeJS.ErrnoException).code || 'ERR_STREAM_PREMATURE_CLOSE' === (error as NodeJS.ErrnoException).code

/** The files are exactly those of the manifest, with their sizes and SHA-256; SHA256SUMS covers the manifest too. @throws {BackupRefused} */
export function verifyFiles(
  files: UnpackedFiles,
  places: Pick<RestorePaths, 'stagedDatabase'>,
  keepGoing: boolean,
): Manifest {
  const text = (name: string) => readFileSync(stagedFile(places, name), 'utf8')
  const before = (last: string) => [...files.values()].slice(0, [...files.keys()].indexOf(last))
  if (!files.has(MANIFEST_FILE) || [...files.keys()].at(-1) !== SUMS_FILE) throw damagedBackup()
  if (text(SUMS_FILE) !== sumsOf(before(SUMS_FILE))) throw damagedBackup()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifest), text(MANIFEST_FILE))
  if (!parsed.success || !isDeepStrictEqual(parsed.output.files, before(MANIFEST_FILE))) throw damagedBackup()
  const { format, damaged, missing, dangling } = parsed.output
  if (format !== formatOf(text(FORMAT_FILE))) throw damagedBackup()
  // Originals are named by their SHA-256.
  for (const { path, sha256 } of files.values())
    if (ORIGINAL_FILE.test(path) && !path.includes(sha256) && !damaged.includes(path)) throw damagedBackup()
  if (damaged.length + missing.length + dangling.length > 0 && !keepGoing) {
    throw new BackupRefused(
      'This backup was made with --keep-going, because some originals were missing or had changed, or links were dangling. Use --keep-going to restore it as it is.',
    )
  }
  return parsed.output
}
