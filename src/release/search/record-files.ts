import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPagefindFile, writePagefindFile } from './pagefind-files.ts'

/** What a hit is called, and what is shown of it besides its text. */
export interface ShownRecord {
  name: string
  meta: Record<string, string>
}
/** One page of the index: the file of its record, how long its text is, and the group of records that the file holds (none: the record alone). */
export interface Page {
  hash: string
  words: number
  group: string
}
interface Fragment {
  url: string
  content: string
  word_count: number
}

/**
 * Writes the records of `pages` anew, a file for each, with what is shown of them. Returns what they are called now. Throws for a record of another shape
 * and for one that `shownOf` does not know.
 */
export function renameRecords(
  folder: string,
  pages: readonly Page[],
  shownOf: (url: string) => ShownRecord | undefined,
): string[] {
  const before = `${folder}-before`
  renameSync(folder, before)
  mkdirSync(folder)
  let group: { name: string; fragments: Record<string, unknown> } | undefined
  const parse = (file: string): unknown => JSON.parse(readPagefindFile(join(before, `${file}.pf_fragment`)).toString())
  const fragmentOf = (page: Page): Fragment => {
    if (page.group === '') return readFragment(parse(page.hash), page.hash)
    if (group?.name !== page.group)
      group = { name: page.group, fragments: parse(page.group) as Record<string, unknown> }
    return readFragment(group.fragments[page.hash], page.hash)
  }
  const names = pages.map((page) => {
    const { url, content, word_count } = fragmentOf(page)
    const shown = shownOf(url)
    if (!shown) throw new Error(`The search index has a record that nobody asked for: ${url}`)
    const text = JSON.stringify({ url, content, word_count, filters: {}, meta: shown.meta, anchors: [] })
    writePagefindFile(join(folder, `${shown.name}.pf_fragment`), Buffer.from(text), 9)
    return shown.name
  })
  rmSync(before, { recursive: true })
  return names
}

function readFragment(read: unknown, hash: string): Fragment {
  const { url, content, word_count } = (read ?? {}) as Partial<Fragment>
  if (typeof url !== 'string' || typeof content !== 'string' || typeof word_count !== 'number')
    throw new Error(`The search index has a record of another shape: ${hash}`)
  return { url, content, word_count }
}
