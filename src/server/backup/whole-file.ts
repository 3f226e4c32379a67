import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { flushFolder } from '../media/flush.ts'
import { BackupRefused } from './format.ts'

/**
 * Writes a file that is either there whole or not at all: a temporary name, flushed to the disk, renamed. Readable by its owner only.
 * @throws {BackupRefused} where there is one of that name, unless `force`.
 */
export async function writeWholeFile<T>(
  path: string,
  { force = false }: { force?: boolean },
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  refuseToOverwrite(path, force)
  const temporary = `${path}.${randomUUID()}.part`
  try {
    // `flush` has the stream synchronise the file before it closes it.
    const answer = await write(createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    refuseToOverwrite(path, force)
    await rename(temporary, path)
    await flushFolder(dirname(path))
    return answer
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

function refuseToOverwrite(path: string, force: boolean): void {
  if (!force && existsSync(path)) throw new BackupRefused(`${path} is there already. --force replaces it.`)
}
