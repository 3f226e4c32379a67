import { linkSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Every file below a folder, as paths relative to it, sorted. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * Replaces each file that is the same in the release before by a hard link to it, so that kept releases share what did not change.
 * A release is never written to once it stands, so a link is safe. Returns the files that are the same.
 */
export function linkUnchanged(folder: string, files: readonly string[], previous: string | undefined): Set<string> {
  const same = new Set<string>()
  if (previous === undefined) return same
  for (const file of files) {
    const [path, earlier] = [join(folder, file), join(previous, file)]
    try {
      if (statSync(earlier).size !== statSync(path).size || !readFileSync(earlier).equals(readFileSync(path))) continue
      linkSync(earlier, `${path}.link`)
      renameSync(`${path}.link`, path)
      same.add(file)
    } catch {
      // Not in the release before, or links are not possible here: the file stays as it is.
    }
  }
  return same
}
