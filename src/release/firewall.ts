import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createFirewall, type Leak, type Secret, type Shown } from '#rules/access/firewall.ts'
import { recordOfPath } from '#rules/addresses/record-address.ts'
import { addressOfFile } from './report.ts'

/** What must not be in the site, and names that may. Only the archive knows; a build that reads another server's API has none. */
export interface Secrets {
  secrets: readonly Secret[]
  shown: Shown
}

/** The site was not switched to: it would show what is private. The message is for staff. */
export class LeakFound extends Error {}

const TEXTS = /\.(?:html|json|jsonl|xml|txt|csv|md|svg|vtt)$|^_redirects$/
/** Of the search index; compressed JSON. */
const FRAGMENT = /\.pf_fragment$/
/** Records and places that a message names. */
const NAMED = 5

function textOf(file: string): string {
  const bytes = readFileSync(file)
  return FRAGMENT.test(file) ? gunzipSync(bytes).toString() : bytes.toString()
}

type LeakInFile = Leak & { file: string }
/** What must not be in files of a site. */
export function findLeaks(root: string, files: Iterable<string>, { secrets, shown }: Secrets): LeakInFile[] {
  const leaks: LeakInFile[] = []
  if (secrets.length === 0) return leaks
  const find = createFirewall(secrets, shown)
  for (const file of files) {
    if (!TEXTS.test(file) && !FRAGMENT.test(file)) continue
    for (const leak of find(textOf(join(root, file)))) leaks.push({ ...leak, file })
    if (leaks.length >= 100) break
  }
  return leaks
}

/** Searches files of a site, before they are served. @throws {LeakFound} */
export const checkFiles = (...of: Parameters<typeof findLeaks>): void => refuseLeaks(findLeaks(...of))

/** @throws {LeakFound} if there are any. */
export function refuseLeaks(leaks: readonly LeakInFile[]): void {
  if (leaks.length === 0) return
  const records = [...Map.groupBy(leaks, ({ record }) => record)]
  const lines = records.slice(0, NAMED).map(([record, all]) => {
    // Rather the page of the record whose text it is than a list that shows it, too.
    const { found, file } = all.find((leak) => recordOfPath(addressOfFile(leak.file))) ?? all[0]!
    return `${record}: “${found}” in ${addressOfFile(file)}`
  })
  throw new LeakFound(
    [
      'The site was not published: it would show what is kept private. Look for these words in the texts of the records, or choose “May be shown”.',
      ...lines,
      ...(records.length > NAMED ? [`and ${records.length - NAMED} more records`] : []),
    ].join('\n'),
  )
}
