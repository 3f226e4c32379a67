import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The generated key, used if SECRET_KEY is not set. */
const secretKeyFile = (dataDir: string) => join(dataDir, 'secret-key')

/** The key that signs tokens: SECRET_KEY, else a file in DATA_DIR, generated on first use (owner-readable). Safe for concurrent starts. */
export function readSecretKey({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (secretKey !== undefined) return secretKey
  const file = secretKeyFile(dataDir)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  const own = `${file}.${process.pid}`
  const handle = openSync(own, 'w', 0o600)
  writeSync(handle, `${randomBytes(32).toString('base64url')}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    // Fails if the file exists: the first process wins.
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
