import { linkSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder, as sorted relative paths. Folder by folder: the entries of three million files take a gigabyte. */
export function listFiles(folder: string): string[] {
  const files: string[] = []
  function list(below: string): void {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = join(below, entry.name)
      if (entry.isFile()) files.push(path)
      else if (entry.isDirectory()) list(path)
    }
  }
  list('')
  return files.sort()
}

/**
 * Replaces each file that is unchanged since the previous release by a hard link, which saves disk space. Safe because finished releases are never
 * modified. Returns the unchanged files.
 */
export function hardLinkUnchanged(folder: string, files: readonly string[], previous: string | undefined): Set<string> {
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
      // Not in the previous release, or the file system has no hard links: the file stays.
    }
  }
  return same
}
