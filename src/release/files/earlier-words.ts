import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RECORDS_FOLDER, RELEASE } from '#rules/addresses/site-routing.ts'

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
