import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract as createExtract, type Header } from 'tar-stream'
import {
  BackupRefused,
  DATABASE_FILE,
  FORMAT_FILE,
  MANIFEST_FILE,
  ORIGINAL_FILE,
  SUMS_FILE,
  isReadable,
  type BackupFile,
} from './format.ts'
import type { Places } from './swap.ts'

/** The texts of a backup are held in memory: a line each original, so this is some two million of them. */
const LONGEST_TEXT = 500_000_000

/** What a tar held: every file with its bytes and SHA-256, and the texts among them. */
export interface Unpacked {
  files: Map<string, BackupFile>
  texts: Map<string, string>
}

/**
 * Unpacks a tar into the staging folders. A name that is not of this format leads nowhere, whatever it says: paths that climb, links,
 * devices, and a file that comes twice are refused.
 * @throws {BackupRefused} with what is wrong with it; what `onBytes` throws ends it.
 */
export async function unpack(
  source: Readable,
  { stagedDatabase, stagedMedia }: Pick<Places, 'stagedDatabase' | 'stagedMedia'>,
  onBytes?: (bytes: number) => void,
): Promise<Unpacked> {
  const unpacked: Unpacked = { files: new Map(), texts: new Map() }
  const extract = createExtract()
  let ended: { by: unknown } | undefined
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      try {
        onBytes?.(chunk.length)
      } catch (error) {
        ended = { by: error }
        throw error
      }
      yield chunk
    }
  }
  const feeding = pipeline(source, counted, extract as unknown as Writable)
  const reading = (async () => {
    for await (const entry of extract) await take(entry.header, entry as unknown as AsyncIterable<Buffer>)
  })()
  // Of two that fail the one that says more is told: what is wrong with the file, not that it could not be read on.
  const [fed, read] = await Promise.allSettled([feeding, reading])
  if (ended) throw ended.by
  for (const each of [read, fed]) {
    if (each.status === 'rejected' && each.reason instanceof BackupRefused) throw each.reason
  }
  if (fed.status === 'rejected') throw isOfTar(fed.reason) ? damaged() : fed.reason
  if (read.status === 'rejected') throw isOfTar(read.reason) ? damaged() : read.reason
  return unpacked

  async function take({ name, type, size = 0 }: Header, content: AsyncIterable<Buffer>): Promise<void> {
    if (unpacked.files.size === 0 && name !== FORMAT_FILE) throw new BackupRefused('This is not a backup of Lotline.')
    const place = type === 'file' ? placeOf(name) : undefined
    if (!place) throw new BackupRefused(`The backup holds ${JSON.stringify(name)}, which does not belong in one.`)
    if (unpacked.files.has(name)) throw new BackupRefused(`The backup holds ${name} twice.`)
    const sum = createHash('sha256')
    const kept: Buffer[] = []
    if (place === 'text' && size > LONGEST_TEXT) throw damaged()
    async function* summed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sum.update(chunk)
        if (place === 'text') kept.push(chunk)
        else yield chunk
      }
    }
    if (place === 'text') for await (const chunk of summed(content)) void chunk
    else {
      await mkdir(dirname(place), { recursive: true })
      const mode = place === stagedDatabase ? 0o600 : 0o666
      await pipeline(content, summed, createWriteStream(place, { flags: 'wx', flush: true, mode }))
    }
    unpacked.files.set(name, { path: name, bytes: size, sha256: sum.digest('hex') })
    if (place !== 'text') return
    unpacked.texts.set(name, Buffer.concat(kept).toString())
    const format = unpacked.texts.get(FORMAT_FILE)
    if (isReadable(format)) return
    throw /^Lotline backup, format \d+\n$/.test(format ?? '')
      ? new BackupRefused('The backup was made by a newer version of Lotline. Update Lotline first, then restore it.')
      : new BackupRefused('This is not a backup of Lotline.')
  }

  function placeOf(name: string): string | undefined {
    if (name === FORMAT_FILE || name === MANIFEST_FILE || name === SUMS_FILE) return 'text'
    if (name === DATABASE_FILE) return stagedDatabase
    return ORIGINAL_FILE.test(name) ? join(stagedMedia, ...name.split('/')) : undefined
  }
}

export const damaged = () =>
  new BackupRefused(
    'The backup is damaged or not whole. Nothing was changed. Take another one, or copy this one again.',
  )

/** Errors of the tar reader have no code; those of the disk have one. */
const isOfTar = (error: unknown) =>
  !(error as NodeJS.ErrnoException).code || 'ERR_STREAM_PREMATURE_CLOSE' === (error as NodeJS.ErrnoException).code
