import { linkSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RECORDS_FOLDER, RELEASE } from '#rules/addresses/site-routing.ts'

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

/**
 * The earlier releases whose search files may still be served to open pages: all of their records are unchanged in this release. After a withdrawal or a
 * correction there are none.
 * @param previous folder of the previous release.
 * @param same files of this release that are unchanged since the previous one.
 */
export function searchCompatibleReleases(previous: string | undefined, same: ReadonlySet<string>): string[] {
  if (previous === undefined) return []
  try {
    const records = readdirSync(join(previous, RELEASE.site, RECORDS_FOLDER))
    if (!records.every((name) => same.has(join(RECORDS_FOLDER, name)))) return []
    return [
      basename(previous),
      ...(JSON.parse(readFileSync(join(previous, RELEASE.searchCompatible), 'utf8')) as string[]),
    ]
  } catch {
    // A release by an older version of Lotline, or one without a search.
    return []
  }
}
