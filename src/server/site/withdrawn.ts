import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { RecordKind } from '#contract/record.ts'
import { COLLECTION_DATA } from '#rules/addresses/collection-data.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { recordAddress, recordOfPath } from '#rules/addresses/record-address.ts'
import { findRewrite, isRecordFile } from '#rules/addresses/site-routing.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { memoizeUntilChange, type ReadState } from '../repositories/archive-state.ts'
import { filesOfRecord, type Release } from './release-files.ts'

/** The table of each kind of record with a page or pictures, and whether visitors see a row. */
const TABLES: Partial<Record<RecordKind, string>> = {
  items: `item where visibility = 'published' and`,
  people: `person where visibility = 'published' and`,
  organizations: `organization where visibility = 'published' and`,
  subjects: `subject where visibility = 'published' and`,
  collections: `collection where visibility = 'published' and`,
  locations: 'location where',
  scans: 'scan where',
}
const WITHDRAWING = `action in ('unpublished', 'removed')`
const PICTURE = /^\/api\/(?:scan\/(?:image|iiif)|(people)\/images)\/([1-9]\d{0,14})\//
/** Files of single records besides their pages. */
const FILE = /^\/(iiif\/item|iiif\/collection|data\/zones)\/(\d{1,15})(?:\/manifest)?\.json$/
const KINDS: Record<string, RecordKind> = {
  'iiif/item': 'items',
  'iiif/collection': 'collections',
  'data/zones': 'locations',
}

/** What was published and is not any more, by the archive itself: the built site follows with the next build. */
export function createWithdrawn(reader: ArchiveDatabase, state: ReadState) {
  const statements = new Map(
    Object.entries(TABLES).map(([kind, table]) => [kind, reader.prepareRead(`select 1 from ${table} id = ? limit 1`)]),
  )
  const step = reader.prepareRead(`select 1 from audit where kind = ? and record_key = ? and ${WITHDRAWING} limit 1`)
  const itemOfScan = reader.prepareRead('select item_id from scan where id = ?')
  const stepBefore = reader.prepareRead('select id from audit where at < ? order by id desc limit 1')
  const stepsAfter = reader.prepareRead(
    `select distinct kind, record_key from audit where id > ? and ${WITHDRAWING} and kind in (${[...statements.keys()].map((kind) => `'${kind}'`).join()})`,
  )
  const cached = memoizeUntilChange<ReadonlySet<string>>(state, 2)

  async function isGone(kind: string, key: number): Promise<boolean> {
    const there = statements.get(kind)
    if (!there || (await there.all([key])).length > 0) return false
    return (await step.all([kind, String(key)])).length > 0
  }

  return {
    /** Whether the page or file at a path of the site is that of a withdrawn record. */
    async hasPath(path: string): Promise<boolean> {
      const [, folder, id] = FILE.exec(path) ?? []
      const record = folder ? { kind: KINDS[folder]!, key: Number(id) } : recordOfPath(path)
      return record !== undefined && (await isGone(record.kind, record.key))
    },
    /** Whether a path of the API is that of a picture of a withdrawn record. */
    async hasPicture(path: string): Promise<boolean> {
      const [, isPerson, key] = PICTURE.exec(path) ?? []
      if (key === undefined) return false
      if (isPerson) return await isGone('people', Number(key))
      const [scan] = await itemOfScan.all([Number(key)])
      return scan ? await isGone('items', Number(scan[0])) : await isGone('scans', Number(key))
    },
    /** The pages of what was withdrawn since a moment (ISO 8601), and may be named in pages that were built before. */
    since: (moment: string): Promise<ReadonlySet<string>> =>
      cached(moment, async () => {
        const [before] = await stepBefore.all([moment])
        const addresses = new Set<string>()
        for (const [kind, key] of await stepsAfter.all([Number(before?.[0] ?? 0)])) {
          const address = recordAddress(String(kind), Number(key))
          if (address !== null && (await isGone(String(kind), Number(key)))) addresses.add(address)
        }
        return addresses
      }),
  }
}
export type Withdrawn = ReturnType<typeof createWithdrawn>

interface Asked extends Pick<Release, 'folderOf'> {
  /** Pages of what was withdrawn after the file was made. */
  gone: ReadonlySet<string>
  file: string
}

/** Files of rows that begin with the id of a record, or have it, by the kind of the record. */
const ROWS: Readonly<Record<string, RecordKind>> = {
  [MAP_DATA.zones]: 'locations',
  [MAP_DATA.organizations]: 'organizations',
  [COLLECTION_DATA.collections]: 'collections',
  [COLLECTION_DATA.names('people')]: 'people',
  [COLLECTION_DATA.names('organizations')]: 'organizations',
  [COLLECTION_DATA.names('subjects')]: 'subjects',
}

/** Whether a file may tell of records. */
export const namesRecords = (file: string) => /\.(?:html|xml|json)$/.test(file) || isRecordFile(file)

/** What is sent instead of a file that tells of withdrawn records; undefined if it tells of none, null for the file of one. */
export function withoutWithdrawn({
  gone,
  file,
  folderOf,
}: Asked): { shell: string } | { text: string } | undefined | null {
  const read = () => readFileSync(join(folderOf(file)!, file))
  if (isRecordFile(file)) {
    const text = gunzipSync(read()).toString()
    const { url } = JSON.parse(text.slice(text.indexOf('{'))) as { url: string }
    return gone.has(url) ? null : undefined
  }
  const text = read().toString()
  if (file.endsWith('.html')) {
    if (!Array.from(text.matchAll(LINK), ([, href]) => href!).some((href) => gone.has(href))) return undefined
    // The live shell of a record's page shows it as it is now.
    const shell = recordOfPath(file) && findRewrite(file.replace(/index\.html$/, ''))
    return shell ? { shell: `${shell}index.html` } : { text: withoutLinks(text, gone) }
  }
  const addresses = [...gone].flatMap((page) => [page, ...filesOfRecord(page)])
  const names = (part: string) => addresses.some((address) => part.includes(address))
  if (file.endsWith('.xml'))
    return names(text)
      ? { text: text.replace(/<(entry|url)>[\s\S]*?<\/\1>\s*/g, (entry) => (names(entry) ? '' : entry)) }
      : undefined
  const ids = new Set(
    [...gone].flatMap((page) => (recordOfPath(page)!.kind === ROWS[file] ? recordOfPath(page)!.key : [])),
  )
  if (ids.size === 0 && !names(text)) return undefined
  const left = withoutNamed(JSON.parse(text), names, ids)
  return left === undefined ? null : { text: JSON.stringify(left) }
}

/** Without the entries of lists that name something, and without rows with these ids in the outermost list. Undefined if the value itself names it. */
function withoutNamed(value: unknown, names: (text: string) => boolean, ids: ReadonlySet<unknown>): unknown {
  if (typeof value === 'string') return names(value) ? undefined : value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const isRow = (each: unknown) => ids.has(Array.isArray(each) ? each[0] : (each as { id?: unknown } | null)?.id)
    return value
      .flatMap((each) => (isRow(each) ? [] : [withoutNamed(each, names, new Set())]))
      .filter((each) => each !== undefined)
  }
  const entries = Object.entries(value).map(([key, each]) => [key, withoutNamed(each, names, ids)] as const)
  return entries.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(entries)
}

const HREF = 'href="'
const LINK = /href="([^"]*)"/g
const ELEMENT = /<a\s[^>]*?href="([^"]*)"[^>]*>[\s\S]*?<\/a>/g

/** A page of ours without its entries for some pages, and without other links to them. Entries are `<li>`, and their first link is their own. */
function withoutLinks(html: string, gone: ReadonlySet<string>): string {
  const names = (data: string) => [...gone].some((page) => data.includes(`${page}"`))
  return withoutEntries(html, gone)
    .replace(ELEMENT, (link, href: string) => (gone.has(href) ? '' : link))
    .replace(/<meta property="og:image[^>]*>/g, '')
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, (data) => (names(data) ? '' : data))
}

function withoutEntries(html: string, gone: ReadonlySet<string>): string {
  const open: number[] = []
  const cuts: [from: number, to: number][] = []
  for (const { 0: tag, index } of html.matchAll(/<li(?=[\s>])|<\/li>/g)) {
    if (tag === '<li') open.push(index)
    else {
      const from = open.pop()!
      const link = html.indexOf(HREF, from) + HREF.length
      if (gone.has(html.slice(link, html.indexOf('"', link)))) cuts.push([from, index + tag.length])
    }
  }
  let [kept, at] = ['', 0]
  for (const [from, to] of cuts.sort((a, b) => a[0] - b[0])) {
    if (from > at) kept += html.slice(at, from)
    at = Math.max(at, to)
  }
  return kept + html.slice(at)
}
