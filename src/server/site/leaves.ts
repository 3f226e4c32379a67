import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leafAddress, leafOfPath, recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import type { Release } from './release-files.ts'

type Files = Pick<Release, 'folderOf'>

/** The reading page that the address of an item names (`?page=7`), if there is one: also without a script (layouts/inline-code.ts). */
export function leafInQuery(path: string, query: string | undefined, { folderOf }: Files): string | undefined {
  const leaf = leafAddress(recordIdFromPath(path) ?? 0, Number(new URLSearchParams(query).get('page')))
  return leaf !== path && leaf.startsWith(path) && folderOf(`${leaf}index.html`) ? `${leaf}?${query}` : undefined
}

/** The path of the picture that a reading page is of (components/record/ReadingPage.tsx); undefined for other files. */
export function scanOfLeaf(file: string, { folderOf }: Files): string | undefined {
  const number = leafOfPath(file.replace(/index\.html$/, ''))
  if (!number) return undefined
  const html = readFileSync(join(folderOf(file)!, file), 'utf8')
  return new RegExp(`href="([^"?]+)[^"]*" id="picture-${number}"`).exec(html)?.[1]
}
