import { createWriteStream, existsSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { writeAtomically } from '../storage/removal.ts'
import { BackupRefused } from './format.ts'

/** Writes a file completely or not at all, readable by its owner only. @throws {BackupRefused} where it exists, unless `force`. */
export async function writeFileAtomically<T>(
  path: string,
  { force = false }: { force?: boolean },
  write: (output: Writable) => Promise<T>,
) {
  const refuseToOverwrite = () => {
    if (!force && existsSync(path)) throw new BackupRefused(`${path} already exists. Use --force to replace it.`)
  }
  refuseToOverwrite()
  return await writeAtomically(path, async (temporary) => {
    // `flush` syncs the file before it is closed.
    const answer = await write(createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    refuseToOverwrite()
    return answer
  })
}
