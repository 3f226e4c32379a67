import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { DomainError } from '../errors/domain-error.ts'

/** Where a part belongs: the unfinished file, its bytes when it is whole and that are here, and the first byte of the part. */
interface Place {
  path: string
  bytes: number
  received: number
  at: number
  sha256?: string | undefined
}
export interface ReceivedPart {
  path: string
  bytes: number
  sha256: string
}

/** Bytes of an unfinished file: what a crash has cut is not known to be right. */
export async function receivedBytes(path: string, bytes: number): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  return size === bytes ? size : size - (size % RECORDING_UPLOAD.part)
}

/**
 * Adds a part where it belongs, and answers with the bytes that are here. Nothing is cut off: whoever sends a file twice at once writes the same bytes.
 * @param inspect the first part. @throws {DomainError} for a damaged part.
 */
export async function addPart(
  { path, received, bytes, at, sha256 }: Place,
  file: ReceivedPart,
  inspect?: () => Promise<void>,
): Promise<number> {
  if (received === bytes || at !== received) return received
  const isWhole = file.bytes === Math.min(RECORDING_UPLOAD.part, bytes - at)
  if (!isWhole || (sha256 ?? file.sha256) !== file.sha256)
    throw new DomainError('invalid', { image: [RECORDING.damagedPart] })
  if (at === 0) await inspect?.()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await (await open(path, 'a', 0o600)).close()
  await pipeline(createReadStream(file.path), createWriteStream(path, { flags: 'r+', start: at, flush: true }))
  return at + file.bytes
}
