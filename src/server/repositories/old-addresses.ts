import { type OldAddress, PAGE_KINDS, readOldUrl } from '#contract/old-url.ts'
import type { Db } from '../database/tables.ts'
import { RECORD_TABLES } from '../records/tables.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { memoizeUntilChange, type ReadState } from './archive-state.ts'

/** The record that has an old address. */
interface Found extends Pick<OldAddress, 'kind' | 'id'> {
  /** Visitors see its page. */
  isShown: boolean
  /** Of a person who is kept private the address may tell more than the page. */
  isTold: boolean
}

/** All old addresses, in their normal form. Of two records that have the same by now (one was brought back) the first has it. */
export async function readOldAddresses(db: Db): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>()
  for (const kind of PAGE_KINDS) {
    const [table] = RECORD_TABLES[kind]
    const rows = await db
      .selectFrom(table as 'person')
      .select(['id', 'old_url'])
      // Zones take no part in the review, and only people are kept private.
      .$if(table !== 'location', (query) => query.select('visibility'))
      .$if(table === 'person', (query) => query.select('privacy'))
      .where('old_url', '<>', '')
      .orderBy('id')
      .execute()
    for (const { id, old_url, visibility = 'published', privacy = 'full' } of rows) {
      const isShown = visibility === 'published' && privacy !== 'hidden'
      const record = { kind, id, isShown, isTold: isShown && privacy === 'full' }
      for (const address of old_url.split('\n')) if (!found.has(address)) found.set(address, record)
    }
  }
  return found
}

/** What is wrong with old addresses (one on each line) that another record has; undefined if none has. @param own the record that they are for, if it is there. */
export function takenProblem(
  known: ReadonlyMap<string, Pick<Found, 'kind' | 'id'>>,
  text: string,
  own: { kind: string; id: unknown },
) {
  for (const address of text.split('\n')) {
    const { kind, id } = known.get(address) ?? own
    if (kind !== own.kind || id !== own.id) return `“${address}” leads to ${recordAddress(kind, Number(id))} already.`
  }
  return undefined
}

/** Where old addresses lead. */
export function createOldAddresses(db: Db, state: ReadState) {
  const cached = memoizeUntilChange<ReadonlyMap<string, Found>>(state, 1)
  const all = () => cached('', () => readOldAddresses(db))
  return {
    /** The record that had an address (path and query); without a query of its own, whatever was added to it. */
    async find(address: string): Promise<Found | undefined> {
      const read = readOldUrl(address)
      if (!('address' in read)) return undefined
      const known = await all()
      return known.get(read.address) ?? known.get(read.address.split('?')[0]!)
    },
    /** Those that anybody may know. */
    list: async (): Promise<OldAddress[]> =>
      [...(await all())].flatMap(([address, { kind, id, isTold }]) => (isTold ? [{ address, kind, id }] : [])),
  }
}
