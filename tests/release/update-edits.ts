import fc from 'fast-check'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import { RECORD_LIST } from '#snapshot/pages/record-items.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import { FEW_SCANS } from '#views/item.ts'
import type { Trx } from '#server/database/tables.ts'

/** One change of the archive, as the review desk, an import or a correction makes it. */
export type Edit = (trx: Trx) => Promise<unknown>

const word = fc.constantFrom('Mill', 'Harbour', 'Regatta', 'Łódź', '<b>Quay</b>', "O'Brien", 'Éclair', '1880–1885')
const titles = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const date = fc.option(fc.integer({ min: 1840, max: 1960 }).map((year) => year * 10_000))
const items = fc.integer({ min: 1, max: 12 })
const small = fc.integer({ min: 1, max: 3 })
const visibility = fc.constantFrom('draft' as const, 'published' as const, 'published' as const)
const types = fc.constantFrom('photograph' as const, 'event' as const, 'postcard' as const)

const isThere = (trx: Trx, table: 'item' | 'person', id: number) =>
  trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()

/** Adds a link of an item, or removes it. */
const link =
  (table: 'item_person' | 'item_subject' | 'item_organization', column: string, item: number, id: number): Edit =>
  async (trx) => {
    // The three tables differ in the name of a column.
    const [links, named] = [table as 'item_person', column as 'person_id']
    const removed = await trx.deleteFrom(links).where('item_id', '=', item).where(named, '=', id).executeTakeFirst()
    if (removed.numDeletedRows > 0n || !(await isThere(trx, 'item', item))) return
    if (table === 'item_person' && !(await isThere(trx, 'person', id))) return
    const row = { item_id: item, [column]: id, position: 50 + id }
    await trx
      .insertInto(links)
      .values(row as never)
      .execute()
  }

/** Items of an organization, one more than its page lists: the last one decides whether there is a further page. The first two have one scan more than their own pages show. */
export const LONG_LIST = {
  organization: [{ id: 77, name: 'Ledgers', altname: '[]', description: '' }],
  items: Array.from({ length: RECORD_LIST + 1 }, (_, at) => ({
    id: 5000 + at,
    title: `Ledger ${at + 1}`,
    organizations: [77],
  })),
  scan: [5000, 5001].flatMap((item_id) =>
    Array.from({ length: FEW_SCANS + 1 }, (_, at) => ({
      ...{ id: 2 * item_id + 20 * (item_id % 2) + at, item_id, sha256: 'a'.repeat(64), scan_order: at, version: 'v' },
      text: `Leaf ${at + 1}`,
    })),
  ),
}
const LEAVES = LONG_LIST.scan.filter(({ item_id }) => item_id === 5001).map(({ id }) => id)

export const endOfLongList =
  (isLong: boolean): Edit =>
  async (trx) => {
    const visibility = isLong ? 'published' : 'draft'
    await trx.updateTable('item').set({ visibility }).where('id', '=', LONG_LIST.items.at(-1)!.id).execute()
    const hidden_until = isLong ? null : 'staff'
    await trx.updateTable('scan').set({ hidden_until }).where('id', '=', LEAVES.at(-1)!).execute()
    await trx
      .updateTable('scan')
      .set({ text: isLong ? 'Of a long list' : 'Of a short list' })
      .where('id', '=', LEAVES[6]!)
      .execute()
  }

/** Changes of items alone. */
export const itemEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ id: items, title: titles, type: types }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('item').set(set).where('id', '=', id).execute(),
  ),
  fc.record({ id: items, old_url: fc.constantFrom('', '/old/1', '/old/2.html\n/old.php?id=2') }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('item').set(set).where('id', '=', id).execute(),
  ),
  fc.record({ id: items, visibility }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('item').set(set).where('id', '=', id).execute(),
  ),
  fc
    .record({ id: items, from: date, location: fc.option(small), collection: fc.option(fc.constant(1)) })
    .map(({ id, from, location, collection }): Edit => (trx) => {
      const span = itemSpan({ date_start: from, date_end: null })
      const set = { date_start: from, date_end: null, span_start: span?.start ?? null, span_end: span?.end ?? null }
      return trx
        .updateTable('item')
        .set({ ...set, location_id: location === 3 ? 12 : location, collection_id: collection })
        .where('id', '=', id)
        .execute()
    }),
  fc.record({ id: items, title: titles, type: types }).map(({ id, title, type }): Edit => async (trx) => {
    const there = await trx.selectFrom('item').select('id').where('id', '=', id).executeTakeFirst()
    const now = '2026-02-01T00:00:00Z'
    const row = {
      id,
      title,
      type,
      visibility: 'published' as const,
      created_at: now,
      updated_at: now,
      published_at: now,
    }
    return (
      there ??
      trx
        .insertInto('item')
        .values(row as never)
        .execute()
    )
  }),
  fc.tuple(items, small).map(([item, id]) => link('item_person', 'person_id', item, id)),
  fc.tuple(items, fc.constantFrom(1, 2)).map(([item, id]) => link('item_subject', 'subject_id', item, id)),
  fc.tuple(items, fc.constantFrom(1, 2)).map(([item, id]) => link('item_organization', 'organization_id', item, id)),
)

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 7, arbitrary: itemEdit },
  fc.record({ id: small, surname: titles, visibility }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('person').set(set).where('id', '=', id).execute(),
  ),
  fc.record({ id: small, name: titles, visibility }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('organization').set(set).where('id', '=', id).execute(),
  ),
  fc.record({ id: small, subject_name: titles, visibility }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('subject').set(set).where('id', '=', id).execute(),
  ),
  fc.record({ id: small, collection_name: titles, visibility }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('collection').set(set).where('id', '=', id).execute(),
  ),
  fc.record({ id: small, name: titles }).map(
    ({ id, name }): Edit =>
      (trx) =>
        trx.updateTable('location').set({ name }).where('id', '=', id).execute(),
  ),
  fc.record({ id: small, date }).map(
    ({ id, ...set }): Edit =>
      (trx) =>
        trx.updateTable('ownership').set(set).where('id', '=', id).execute(),
  ),
  fc.constantFrom(2, 3).map((person): Edit => async (trx) => {
    if (!(await isThere(trx, 'person', person))) return
    await trx.updateTable('relationship').set({ person2_id: person }).where('person1_id', '=', 1).execute()
  }),
  fc.constant<Edit>((trx) => trx.deleteFrom('plaque').execute()),
)

export const apply = (db: ArchiveDatabase, edits: readonly Edit[]) =>
  inTransaction(db, async (trx) => {
    for (const each of edits) await each(trx)
  })
