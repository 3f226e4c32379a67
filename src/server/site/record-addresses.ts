import { RECORD_KINDS, type RecordKind } from '#contract/record.ts'
import { leafOfPath } from '#rules/addresses/leaf-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'

const pageFolder = (kind: RecordKind) => recordAddress(kind, 1)?.slice(1, -'/1/'.length)
/** Where the addresses of single records begin: of their pages, further pages of their items, and their files. */
const FOLDERS: Record<string, RecordKind> = {
  ...Object.fromEntries(RECORD_KINDS.flatMap((kind) => (pageFolder(kind) ? [[pageFolder(kind)!, kind]] : []))),
  // Of the search index of texts (rules/addresses/hit-address.ts).
  ...{ 'texts/scans': 'scans', 'texts/files': 'files' },
  ...{ 'iiif/item': 'items', 'iiif/collection': 'collections', 'data/zones': 'locations' },
}
const PATTERN = `/(${Object.keys(FOLDERS).join('|')})/([1-9]\\d{0,14})(?=[/.])`
const ADDRESS = new RegExp(PATTERN, 'g')
const OWN = new RegExp(`^${PATTERN}`)
/** The records of addresses in a text: kinds and keys. */
export const recordsIn = (text: string): string[] =>
  Array.from(text.matchAll(ADDRESS), ([, folder, key]) => `${FOLDERS[folder!]} ${key}`)
/** Kind and key of the record whose page or file has a path; empty for other paths. */
export const ownRecord = (path: string): string[] => (OWN.test(path) ? recordsIn(path)[0]!.split(' ') : [])
/** The path of the picture that a reading page is of (components/record/ReadingPage.tsx); undefined for other files. */
export function scanOfLeaf(file: string, read: () => string): string | undefined {
  const [, number] = leafOfPath(file.replace(/index\.html$/, ''))
  return number ? new RegExp(`href="([^"?]+)[^"]*" id="picture-${number}"`).exec(read())?.[1] : undefined
}
