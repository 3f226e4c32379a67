import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { HARVESTED } from '#contract/oai.ts'
import type { RecordKind } from '#contract/record.ts'
import { COLLECTION_DATA } from '#rules/addresses/collection-data.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { recordAddress, recordOfPath } from '#rules/addresses/record-address.ts'
import { DUMP_FOLDER, findRewrite, isRecordFile } from '#rules/addresses/site-routing.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { memoizeUntilChange, type ReadState } from '../repositories/archive-state.ts'
import { readSettings } from '../repositories/settings.ts'
import { ownRecord, recordsIn } from './record-addresses.ts'
import type { Release } from './release-files.ts'

const published = (table: string) => `${table} where visibility = 'published' and`
/** The table of each kind of record with a page or pictures, and whether visitors see a row. */
const TABLES: Partial<Record<RecordKind, string>> = {
  ...{ items: published('item'), people: published('person'), organizations: published('organization') },
  ...{ subjects: published('subject'), collections: published('collection'), stories: published('story') },
  ...{ locations: 'location where', scans: 'scan where hidden_until is null and' },
  files: 'item_file where hidden_until is null and',
}
const WITHDRAWING = `action in ('unpublished', 'removed')`
const PICTURE =
  /^\/(?:api\/(?:scan\/(?:image|iiif)|(people)\/images)|media\/(?:(file)|(?:scan|text|(item)|(person))\/\d+))\/([1-9]\d{0,14})[/.-]/

/** What was published and is not any more, by the archive itself: the built site follows with the next build. */
export function createWithdrawn(reader: ArchiveDatabase, state: ReadState) {
  const statements = new Map(
    Object.entries(TABLES).map(([kind, table]) => [kind, reader.prepareRead(`select 1 from ${table} id = ? limit 1`)]),
  )
  const step = reader.prepareRead(`select 1 from audit where kind = ? and record_key = ? and ${WITHDRAWING} limit 1`)
  /** Portraits have the address of their person, whom the audit trail names. */
  const portraitGone = reader.prepareRead(
    `select 1 from audit where kind = 'person_images' and action = 'removed' and fields like ? limit 1`,
  )
  const itemOfScan = reader.prepareRead('select item_id from scan where id = ?')
  const itemOfFile = reader.prepareRead('select item_id from item_file where id = ?')
  const stepBefore = reader.prepareRead('select id from audit where at < ? order by id desc limit 1')
  const goneAfter = Object.entries(TABLES).map(([kind, table]) =>
    reader.prepareRead(`select distinct kind, record_key from audit where id > ? and ${WITHDRAWING} and kind = '${kind}'
        and not exists (select 1 from ${table} id = cast(record_key as bigint))`),
  )
  const noteOf = reader.prepareRead(`select reason, shows_reason, shows_contact from operation
    where kind = ? and record_key = ? and reason is not null and undone_at is null order by id desc limit 1`)
  /** Of people whom the rule for the living keeps private, which is no step of a person. */
  const kept = reader.prepareRead(`select privacy from person where id = ? and privacy <> 'full'`)
  const keptAfter = reader.prepareRead(`select 'people', person.id from person join last_changed on kind = 'person'
    and last_changed.id = person.id where privacy <> 'full' and at > ?`)
  const cached = memoizeUntilChange<ReadonlySet<string>>(state, 2)

  async function isGone(kind: string, key: number): Promise<boolean> {
    const there = statements.get(kind)
    if (!there || (await there.all([key])).length > 0) return false
    const isByRule = kind === 'people' && (await kept.all([key]))[0]?.[0] === 'hidden'
    return isByRule || (await step.all([kind, String(key)])).length > 0
  }

  return {
    /** Whether the page or file at a path of the site is that of a withdrawn record. */
    async hasPath(path: string): Promise<boolean> {
      const [kind, key] = ownRecord(path)
      return kind !== undefined && (await isGone(kind, Number(key)))
    },
    /** Whether a path is that of the page of a person of whom visitors see the name only. */
    async keepsName(path: string): Promise<boolean> {
      const [kind, key] = ownRecord(path)
      return (
        kind === 'people' &&
        path === `${recordAddress(kind, Number(key))}index.html` &&
        (await kept.all([Number(key)])).length > 0
      )
    },
    /** What the address of a record says that was taken down on request. */
    async noteAt(path: string): Promise<string[] | undefined> {
      const [kind, key] = ownRecord(path)
      const [row] = kind === undefined ? [] : await noteOf.all([kind, key!])
      if (!row) return undefined
      const { name, email } = await readSettings(reader)
      return [...(row[1] ? [`The reason: ${String(row[0])}`] : []), ...(row[2] ? [`Questions? ${name}, ${email}`] : [])]
    },
    /** Whether a path is that of a picture, or a text, of a withdrawn record. */
    async hasPicture(path: string): Promise<boolean> {
      const [, ofPeople, isFile, isItem, isPerson = ofPeople, key] = PICTURE.exec(path) ?? []
      if (key === undefined) return false
      if (isItem) return await isGone('items', Number(key))
      if (isPerson)
        return (
          (await isGone('people', Number(key))) ||
          (await portraitGone.all([`%"field":"person","before":${key},"after":null}%`])).length > 0
        )
      const [part] = await (isFile ? itemOfFile : itemOfScan).all([Number(key)])
      const kind = isFile ? 'files' : 'scans'
      return (part && (await isGone('items', Number(part[0])))) || (await isGone(kind, Number(key)))
    },
    /** What was withdrawn since a moment (ISO 8601), and may be named in pages that were built before: kinds and keys. */
    since: (moment: string): Promise<ReadonlySet<string>> =>
      cached(moment, async () => {
        const [before] = await stepBefore.all([moment])
        const gone = new Set<string>()
        for (const [kind, key] of await keptAfter.all([moment])) gone.add(`${kind} ${key}`)
        for (const statement of goneAfter)
          for (const [kind, key] of await statement.all([Number(before?.[0] ?? 0)])) gone.add(`${kind} ${key}`)
        return gone
      }),
  }
}
export type Withdrawn = ReturnType<typeof createWithdrawn>

interface Asked extends Pick<Release, 'folderOf'> {
  /** What was withdrawn after the file was made. */
  gone: ReadonlySet<string>
  file: string
}
/** Undefined: the file itself. */
interface Instead {
  shell?: string
  text?: string
  isGone?: true
}

/** Files of rows that begin with the id of a record, or have it, by the kind of the record. */
const ROWS: Readonly<Record<string, RecordKind>> = {
  [MAP_DATA.zones]: 'locations',
  [MAP_DATA.pictures]: 'locations',
  [MAP_DATA.organizations]: 'organizations',
  [COLLECTION_DATA.collections]: 'collections',
  [COLLECTION_DATA.names('people')]: 'people',
  [COLLECTION_DATA.names('organizations')]: 'organizations',
  [COLLECTION_DATA.names('subjects')]: 'subjects',
}
/** What the card of an item names by ids, and the lists of rules/years/year-file.ts. */
const NAMED: Readonly<Record<string, RecordKind>> = {
  locations: 'locations',
  peopleNames: 'people',
  organizationNames: 'organizations',
  place: 'locations',
  collection: 'collections',
  subjects: 'subjects',
}

export const namesRecords = (file: string) => /\.(?:html|xml|jsonl?|csv)$/.test(file) || isRecordFile(file)

/** Characters of what is sent instead of files; the set is another one after each change of the archive. */
const CACHED = 20e6
const answers = new WeakMap<ReadonlySet<string>, LRUCache<string, Instead>>()

/** What is sent instead of a file that tells of withdrawn records. */
export function withoutWithdrawn(asked: Asked): Instead {
  const { gone, file } = asked
  const cache =
    answers.get(gone) ??
    new LRUCache<string, Instead>({ maxSize: CACHED, sizeCalculation: ({ text }) => 100 + (text?.length ?? 0) })
  answers.set(gone, cache)
  const instead = cache.get(file) ?? make(asked)
  cache.set(file, instead)
  return instead
}

function make({ gone, file, folderOf }: Asked): Instead {
  const read = () => readFileSync(join(folderOf(file)!, file))
  const names = (text: string) => recordsIn(text).some((record) => gone.has(record))
  if (isRecordFile(file)) {
    const text = gunzipSync(read()).toString()
    const { url } = JSON.parse(text.slice(text.indexOf('{'))) as { url: string }
    return names(url) ? { isGone: true } : {}
  }
  if (file.startsWith(DUMP_FOLDER)) {
    // One table names records of others, and checksums are of whole files: all wait until they are made again.
    const tables = HARVESTED.map((kind) => `${DUMP_FOLDER}${kind}.csv`).filter((table) => folderOf(table))
    return tables.some((table) => names(readFileSync(join(folderOf(table)!, table), 'latin1'))) ? { isGone: true } : {}
  }
  const text = read().toString()
  if (file.endsWith('.html')) {
    if (!Array.from(text.matchAll(LINK), ([, href]) => href!).some(names)) return {}
    // The live shell of a record's page shows it as it is now.
    const shell = recordOfPath(file) && findRewrite(file.replace(/index\.html$/, ''))
    return shell ? { shell: `${shell}index.html` } : { text: withoutLinks(text, names) }
  }
  if (file.endsWith('.xml'))
    return names(text)
      ? { text: text.replace(/<(entry|url)>[\s\S]*?<\/\1>\s*/g, (entry) => (names(entry) ? '' : entry)) }
      : {}
  const left = withoutGone(JSON.parse(text), { gone, names }, ROWS[file])
  return left === undefined ? { isGone: true } : { text: JSON.stringify(left) }
}

/** Without the entries of lists that name something that is gone, or are it by their ids. Undefined if the value itself names it. @param kind of the rows of the outermost list. */
function withoutGone(
  value: unknown,
  by: { gone: ReadonlySet<string>; names: (text: string) => boolean },
  kind?: RecordKind,
): unknown {
  if (typeof value === 'string') return by.names(value) ? undefined : value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const isGone = (each: unknown) => by.gone.has(`${kind} ${Array.isArray(each) ? each[0] : idOf(each)}`)
    return value.flatMap((each) => (isGone(each) ? [] : [withoutGone(each, by)])).filter((each) => each !== undefined)
  }
  const entries = Object.entries(value).map(([key, each]) => {
    const named = NAMED[key]
    const left = by.gone.has(`${named} ${idOf(each)}`) ? undefined : withoutGone(each, by, named ?? kind)
    // An item stays without its place, or its collection.
    return [key, named && left === undefined ? null : left] as const
  })
  return entries.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(entries)
}
const idOf = (value: unknown) => (value as { id?: unknown } | null)?.id

const HREF = 'href="'
/** components/record/StoryRecord.tsx */
const FIGURE = '<figure data-href="'
const LINK = /href="(\/[^"]*)"/g
const ELEMENT = /<a\s[^>]*?href="(\/[^"]*)"[^>]*>[\s\S]*?<\/a>/g

/** A page of ours without its entries for some pages, and without other links to them. Entries are `<li>` and the figures of a story, and their first link is their own. */
function withoutLinks(html: string, names: (text: string) => boolean): string {
  return withoutEntries(html, names)
    .replace(ELEMENT, (link, href: string) => (names(href) ? '' : link))
    .replace(/<meta property="og:image[^>]*>/g, '')
    .replace(/<script type="application\/ld\+json">[^<]*<\/script>/g, (data) => (names(data) ? '' : data))
}

function withoutEntries(html: string, names: (text: string) => boolean): string {
  const open: number[] = []
  const cuts: [from: number, to: number][] = []
  for (const { 0: tag, index } of html.matchAll(/<(?:li|figure)(?=[\s>])|<\/(?:li|figure)>/g)) {
    if (!tag.startsWith('</')) open.push(index)
    else {
      const from = open.pop()!
      if (tag === '</figure>' && !html.startsWith(FIGURE, from)) continue
      const link = html.indexOf(HREF, from) + HREF.length
      const href = html.slice(link, html.indexOf('"', link))
      if (href.startsWith('/') && names(href)) cuts.push([from, index + tag.length])
    }
  }
  let [kept, at] = ['', 0]
  for (const [from, to] of cuts.sort((a, b) => a[0] - b[0])) {
    if (from > at) kept += html.slice(at, from)
    at = Math.max(at, to)
  }
  return kept + html.slice(at)
}
