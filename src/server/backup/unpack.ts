import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract as createExtract, type Header } from 'tar-stream'
import {
  BackupRefused,
  DATABASE_FILE,
  DUMP_FILE,
  FORMAT_FILE,
  MANIFEST_FILE,
  ORIGINAL_FILE,
  SUMS_FILE,
  isReadable,
  type BackupFile,
} from './format.ts'
import type { RestorePaths } from '../database/restore-swap.ts'

/** Text files are held in memory, at a line per original: enough for some two million. */
const LONGEST_TEXT = 500_000_000

/** The files of a backup with their sizes and SHA-256, and the content of the text files. */
export interface UnpackedBackup {
  files: Map<string, BackupFile>
  texts: Map<string, string>
}

/** Unpacks a tar. Names outside the format, links, devices and duplicates are refused. @throws {BackupRefused} and what `onBytes` throws. */
export async function unpack(
  source: Readable,
  { stagedDatabase, stagedMedia }: Pick<RestorePaths, 'stagedDatabase' | 'stagedMedia'>,
  onBytes?: (bytes: number) => void,
): Promise<UnpackedBackup> {
  const unpacked: UnpackedBackup = { files: new Map(), texts: new Map() }
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
  if (fed.status === 'rejected') throw isTarError(fed.reason) ? damagedBackup() : fed.reason
  if (read.status === 'rejected') throw isTarError(read.reason) ? damagedBackup() : read.reason
  return unpacked

  async function addEntry({ name, type, size }: Header, content: AsyncIterable<Buffer>): Promise<void> {
    if (unpacked.files.size === 0 && name !== FORMAT_FILE) throw new BackupRefused('This is not a backup of Lotline.')
    const target = type === 'file' ? targetOf(name) : undefined
    if (!target) throw new BackupRefused(`The backup holds ${JSON.stringify(name)}, which does not belong in one.`)
    if (unpacked.files.has(name)) throw new BackupRefused(`The backup holds ${name} twice.`)
    const sum = createHash('sha256')
    const textChunks: Buffer[] = []
    if (target === 'text' && size > LONGEST_TEXT) throw damagedBackup()
    async function* summed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sum.update(chunk)
        if (target === 'text') textChunks.push(chunk)
        else yield chunk
      }
    }
    if (target === 'text') for await (const chunk of summed(content)) void chunk
    else {
      // The folder of the media is as before; what is in it is private.
      await mkdir(target === stagedDatabase ? dirname(target) : stagedMedia, { recursive: true })
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(content, summed, createWriteStream(target, { flags: 'wx', flush: true, mode: 0o600 }))
    }
    unpacked.files.set(name, { path: name, bytes: size, sha256: sum.digest('hex') })
    if (target !== 'text') return
    unpacked.texts.set(name, Buffer.concat(textChunks).toString())
    const format = unpacked.texts.get(FORMAT_FILE)
    if (isReadable(format)) return
    throw /^Lotline backup, format \d+\n$/.test(format ?? '')
      ? newerBackup()
      : new BackupRefused('This is not a backup of Lotline.')
  }

  function targetOf(name: string): string | undefined {
    if (name === FORMAT_FILE || name === MANIFEST_FILE || name === SUMS_FILE) return 'text'
    if (name === DATABASE_FILE || name === DUMP_FILE) return stagedDatabase
    return ORIGINAL_FILE.test(name) ? join(stagedMedia, ...name.split('/')) : undefined
  }
}

export const newerBackup = () =>
  new BackupRefused('The backup was made by a newer version of Lotline. Update Lotline first, then restore it.')

export const damagedBackup = () =>
  new BackupRefused(
    'The backup is damaged or incomplete. Nothing was changed. Use another one, or copy this one again.',
  )

/** Errors of the tar reader have no code; those of the disk have one. */
const isTarError = (error: unknown) =>
  !(error as NodeJS.ErrnoException).code || 'ERR_STREAM_PREMATURE_CLOSE' === (error as NodeJS.ErrnoException).code
