import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../is-alive.ts'

const NAME = /^release-(\d+)$/

/**
 * The folder for Astro's own output, below `parent`: one for each process, since archives may be built at the same time. Folders of builds that were
 * killed are removed.
 */
export function bundleFolder(parent: string, pid = process.pid): string {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const other = NAME.exec(name)?.[1]
    if (other !== undefined && !isAlive(Number(other))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  return join(parent, `release-${pid}`)
}
