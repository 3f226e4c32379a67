import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from './files/link-unchanged.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A hash of the code, without the archive's data: if it changes, the site must be rebuilt. */
export function codeVersion(): string {
  const hash = createHash('sha256')
  for (const folder of ['src', 'public']) {
    for (const file of listFiles(join(ROOT, folder)))
      hash.update(`${folder}/${file}\0`).update(readFileSync(join(ROOT, folder, file)))
  }
  for (const file of ['astro.config.mjs', 'package-lock.json']) hash.update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}
