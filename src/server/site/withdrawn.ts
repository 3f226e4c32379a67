import type { RecordKind } from '#contract/record.ts'
import { recordAddress, recordOfPath } from '#rules/addresses/record-address.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { ReadState } from '../repositories/archive-state.ts'

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
const FILE = /^\/(?:iiif\/(item)\/(\d{1,15})\/manifest|data\/zones\/(\d{1,15}))\.json$/

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
  let known: { counter: number; since: string; addresses: ReadonlySet<string> } | undefined

  async function isGone(kind: string, key: number): Promise<boolean> {
    const there = statements.get(kind)
    if (!there || (await there.all([key])).length > 0) return false
    return (await step.all([kind, String(key)])).length > 0
  }

  return {
    /** Whether the page or file at a path of the site is that of a withdrawn record. */
    async hasPath(path: string): Promise<boolean> {
      const [, isItem, item, zone] = FILE.exec(path) ?? []
      if (isItem ?? zone) return await isGone(isItem ? 'items' : 'locations', Number(item ?? zone))
      const record = recordOfPath(path)
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
    async since(moment: string): Promise<ReadonlySet<string>> {
      const { counter } = await state.read()
      if (known?.counter === counter && known.since === moment) return known.addresses
      const [before] = await stepBefore.all([moment])
      const addresses = new Set<string>()
      for (const [kind, key] of await stepsAfter.all([Number(before?.[0] ?? 0)])) {
        const address = recordAddress(String(kind), Number(key))
        if (address !== null && (await isGone(String(kind), Number(key)))) addresses.add(address)
      }
      known = { counter, since: moment, addresses }
      return addresses
    },
  }
}
export type Withdrawn = ReturnType<typeof createWithdrawn>
