import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../files/link-unchanged.ts'
import { addressOfFile, type Changed } from '../report.ts'

/** What visitors see change when the site is switched from one folder to another, if there was one. Releases share unchanged files by hard links. */
export function changedBetween(from: string | undefined, to: string): Changed {
  const plain = (folder: string) => listFiles(folder).filter((file) => !/\.(?:br|gz)$/.test(file))
  const [before, after] = [new Set(from ? plain(from) : []), plain(to)]
  const added = after.filter((file) => !before.has(file))
  const different = after.filter((file) => before.has(file) && !isSame(join(from!, file), join(to, file)))
  const now = new Set(after)
  return {
    written: [...added, ...different].sort().map(addressOfFile),
    added: added.map(addressOfFile),
    removed: [...before].filter((file) => !now.has(file)).map(addressOfFile),
  }
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [statSync(a), statSync(b)]
  if (first.ino === second.ino && first.dev === second.dev) return true
  return first.size === second.size && readFileSync(a).equals(readFileSync(b))
}
