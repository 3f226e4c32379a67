import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What Pagefind's entry file has of the indexes beside it, by their names. */
export interface Entry {
  languages: Record<string, { page_count: number }>
}
export const ENTRY = 'pagefind-entry.json'
export const readEntry = (folder: string): Entry => JSON.parse(readFileSync(join(folder, ENTRY), 'utf8')) as Entry

/** Adds an index that is merged with the first one: Pagefind opens the one with most pages, and others on request. */
export function addMerged({ languages }: Entry, name: string, added: Entry): void {
  languages[name] = { ...added.languages[name]!, page_count: 0 }
}
