import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RECORDS_FOLDER, RELEASE } from '#rules/site-routing.ts'

/**
 * The earlier releases whose files of search words may still be told to a page that was opened before this one: every record that they were made of is
 * here, byte for byte. Words of what was withdrawn or changed are not told any more.
 * @param previous the folder of the release before.
 * @param same files of this release that are the same in the one before, below its site.
 */
export function earlierWords(previous: string | undefined, same: ReadonlySet<string>): string[] {
  if (previous === undefined) return []
  try {
    const records = readdirSync(join(previous, RELEASE.site, RECORDS_FOLDER))
    if (!records.every((name) => same.has(join(RECORDS_FOLDER, name)))) return []
    return [basename(previous), ...(JSON.parse(readFileSync(join(previous, RELEASE.earlierWords), 'utf8')) as string[])]
  } catch {
    // A release of an older Lotline, or one without a search.
    return []
  }
}
