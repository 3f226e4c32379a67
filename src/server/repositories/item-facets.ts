import type { ItemFacets } from '#contract/item-facets.ts'
import { countFacets, FAILS, type Facet, type FacetNames, type FacetColumns } from '#rules/search/count-facets.ts'
import type { ItemType } from '#contract/item.ts'
import type { ArchiveDatabase, Values } from '../database/archive-database.ts'
import { JsonText } from '../json/json.ts'
import { type ReadState, memoizeUntilChange } from './archive-state.ts'
import { itemConditions, type Condition, type ItemFilters } from './item-filter.ts'
import { matchingItems } from './item-statements.ts'
import { createTextHits } from './text-hits.ts'
import { PUBLIC, listedText, visibleText, type View } from './view.ts'

/** Cached statements, and characters of cached answers per call. */
const STATEMENTS = 300
const ANSWERS = 8_000_000
const subjectsSql = (reach: View['reach']) =>
  `select id, subject_name from subject where ${listedText('subject', reach)}`
const collectionsSql = (reach: View['reach']) =>
  `select id, collection_name, parent_collection, ${listedText('collection', reach)}
    from collection where ${visibleText('collection', reach)} order by id`
const placesSql = (conditions: readonly Condition[]) =>
  `select json_group_array(json_object('location', location, 'count', items)) from
    (select item.location_id as location, count(*) as items from ${matchingItems(conditions, 'item.location_id')} and item.location_id is not null
      group by location order by location) as places`

/**
 * Facet counts of a search (contract/item-facets.ts), with the conditions of the list itself (item-filter.ts). SQLite finds the items of each condition
 * by index; they are counted here in one pass over a few cached columns, since SQLite sorts whatever it groups, which is several times slower.
 */
export function createItemFacets(reader: ArchiveDatabase, state: ReadState) {
  const statement = reader.cacheReads(STATEMENTS)
  const textHits = createTextHits(reader, state)
  const cachedColumns = memoizeUntilChange<ItemColumns>(state, 1)
  const length = ({ text }: JsonText, key: string) => text.length + key.length
  const cachedFacets = memoizeUntilChange(state, ANSWERS, length)
  const cachedPlaces = memoizeUntilChange(state, ANSWERS, length)
  const rows = async (text: string, values: Values, { viewer }: View) => statement(text).all(values, viewer)
  const lists = async (text: string, values: Values, view: View) =>
    (await rows(text, values, view))[0]!.map((list) => JSON.parse(list as string) as unknown[])

  /** Caches what the public sees, by query. */
  function cached(
    cache: typeof cachedFacets,
    conditions: Condition[],
    year: number,
    view: View,
    make: () => Promise<JsonText>,
  ) {
    if (view.reach !== 'published') return make()
    const texts = conditions.map(({ text }) => text)
    return cache([year, ...texts, JSON.stringify(conditions.map(({ values }) => values))].join('\n'), make)
  }

  /** Of all visible items; those of published ones are cached. */
  async function columnsOf(shown: Condition, query: ItemFilters, view: View): Promise<ItemColumns> {
    const drafts = query.visibility === 'draft'
    const read = () => readColumns(shown, !drafts, (text) => lists(text, shown.values, view))
    return drafts ? read() : cachedColumns('published', read)
  }

  /** By row, the bits of the filters that an item fails. */
  async function failedFilters(columns: ItemColumns, conditions: readonly Condition[], view: View) {
    const [shown] = conditions as [Condition]
    const eachRow = async (some: Condition[], work: (row: number) => void) => {
      const text = `select json_group_array(item.id) from ${matchingItems(some)}`
      const values = some.flatMap((condition) => condition.values)
      const [ids] = (await lists(text, values, view)) as [number[]]
      for (const id of ids) {
        const row = columns.rowOf(id)
        if (row !== undefined) work(row)
      }
    }
    const chosen = Map.groupBy(conditions, (condition) => condition.facet)
    const facets = [...chosen.keys()].filter((facet): facet is Facet => facet !== undefined)
    const bits = facets.reduce((sum, facet) => sum | FAILS[facet], 0)
    const others = chosen.get(undefined)!
    const failed = new Uint8Array(columns.size).fill(others.length > 1 ? FAILS.others : bits)
    if (others.length > 1) await eachRow(others, (row) => (failed[row] = bits))
    const inTexts = await textHits.only(others, view)
    if (inTexts) await eachRow(inTexts.conditions, (row) => (failed[row] = bits))
    for (const facet of facets) {
      await eachRow([shown, ...chosen.get(facet)!], (row) => (failed[row]! &= ~FAILS[facet]))
    }
    return failed
  }

  const namesFor = async (view: View): Promise<FacetNames> => ({
    subjects: (await rows(subjectsSql(view.reach), [], view)) as [number, string][],
    collections: (await rows(collectionsSql(view.reach), [], view)) as [number, string, number | null, number][],
  })

  return {
    async facets(query: ItemFilters, thisYear: number, view = PUBLIC): Promise<JsonText> {
      const conditions = itemConditions(query, thisYear, view.reach, reader.engine.tags)
      const nothing = { count: 0, types: [], decades: [], undated: 0, earlier: 0, subjects: [], collections: [] }
      if (!conditions) return new JsonText(JSON.stringify(nothing satisfies ItemFacets))
      return cached(cachedFacets, conditions, thisYear, view, async () => {
        const columns = await columnsOf(conditions[0]!, query, view)
        const failed = await failedFilters(columns, conditions, view)
        const chosen = [...(query.subjects_or ?? []), ...(query.subjects_and ?? [])]
        return new JsonText(JSON.stringify(countFacets(columns, failed, await namesFor(view), { thisYear, chosen })))
      })
    },
    async places(query: ItemFilters, thisYear: number, view = PUBLIC): Promise<JsonText> {
      const conditions = itemConditions(query, thisYear, view.reach, reader.engine.tags)
      if (!conditions) return new JsonText('[]')
      const placesOf = async (some: Condition[]) => {
        const values = some.flatMap((condition) => condition.values)
        return (await lists(placesSql(some), values, view))[0] as { location: number; count: number }[]
      }
      return cached(cachedPlaces, conditions, thisYear, view, async () => {
        const inTexts = await textHits.only(conditions, view)
        const all = new Map<number, number>()
        for (const { location, count } of [
          ...(await placesOf(conditions)),
          ...(inTexts ? await placesOf(inTexts.conditions) : []),
        ])
          all.set(location, (all.get(location) ?? 0) + count)
        const sorted = [...all].sort(([a], [b]) => a - b)
        return new JsonText(JSON.stringify(sorted.map(([location, count]) => ({ location, count }))))
      })
    },
  }
}

interface ItemColumns extends FacetColumns {
  size: number
  /** The row of an item id; undefined for other ids. */
  rowOf: (id: number) => number | undefined
}

/** Eight-digit dates in a decade. */
const DECADE = 100_000

/**
 * Returns one row of JSON lists, which is several times faster than thousands of rows.
 * @param most true if most items are visible: a full table scan is then twice as fast as an index.
 */
const columnsSql = ({ text }: Condition, most: boolean) => ({
  items: `select json_group_array(id), json_group_array(type), json_group_array(span_start / ${DECADE}),
    json_group_array(span_end / ${DECADE}), json_group_array(collection_id) from item ${most ? 'not indexed' : ''} where ${text}`,
  subjects: 'select json_group_array(item_id), json_group_array(subject_id) from item_subject',
})

/** @param lists runs a statement and parses its row of JSON lists. */
async function readColumns(
  shown: Condition,
  most: boolean,
  lists: (sql: string) => Promise<unknown[][]>,
): Promise<ItemColumns> {
  const sql = columnsSql(shown, most)
  const [ids, type, from, to, collection] = (await lists(sql.items)) as [
    number[],
    ItemType[],
    number[],
    number[],
    number[],
  ]
  const [linked, subjects] = (await lists(sql.subjects)) as [number[], number[]]
  const rowOf = rowFinder(ids)
  const linkRow: number[] = []
  const linkSubject: number[] = []
  for (let at = 0; at < linked.length; at++) {
    const row = rowOf(linked[at]!)
    if (row === undefined) continue
    linkRow.push(row)
    linkSubject.push(subjects[at]!)
  }
  return { size: ids.length, rowOf, type, from, to, collection, linkRow, linkSubject }
}

/** Ids are usually dense: an array of rows is then several times faster than a Map. */
const CLOSE = 16
function rowFinder(ids: readonly number[]): ItemColumns['rowOf'] {
  const last = ids.reduce((most, id) => Math.max(most, id), 0)
  if (last > CLOSE * ids.length) {
    const rows = new Map(ids.map((id, row) => [id, row]))
    return (id) => rows.get(id)
  }
  const none = -1
  const rows = new Int32Array(last + 1).fill(none)
  for (let row = 0; row < ids.length; row++) rows[ids[row]!] = row
  return (id) => (rows[id] === none ? undefined : rows[id])
}
