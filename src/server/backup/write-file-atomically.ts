import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { flushFolder } from '../storage/flush.ts'
import { BackupRefused } from './format.ts'

/** Writes a file completely or not at all, readable by its owner only. @throws {BackupRefused} where it exists, unless `force`. */
export async function writeFileAtomically<T>(
  path: string,
  { force = false }: { force?: boolean },
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  refuseToOverwrite(path, force)
  const temporary = `${path}.${randomUUID()}.part`
  try {
    // `flush` syncs the file before it is closed.
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
  if (!force && existsSync(path)) throw new BackupRefused(`${path} already exists. Use --force to replace it.`)
}
