import type * as v from 'valibot'
import type { endpoints } from '#contract/endpoints.ts'
import { latest } from '#contract/dates.ts'
import { isWholeTime } from '#rules/time-range.ts'
import { searchWords } from '../database/search-text.ts'

/** The query of GET /api/items/, parsed (spec §7). */
export type ItemQuery = v.InferOutput<typeof endpoints.items.query>

/** One condition on an item, with a `?` for each value. The texts of all conditions together name the shape of a query. */
export interface Condition {
  text: string
  values: (string | number)[]
}

type LinkTable = 'item_person' | 'item_subject' | 'item_organization'

/** SQLite takes at most 500 parts in one compound select; more tags than this are counted instead. */
const INTERSECTED = 20
/** A list is one JSON value, so that its length does not change the statement. */
const LIST = '(select value from json_each(?))'

const anyOf = (table: LinkTable, column: string, ids: number[]): Condition => ({
  text: `item.id in (select item_id from ${table} where ${column} in ${LIST})`,
  values: [JSON.stringify(ids)],
})

function allOf(table: LinkTable, column: string, ids: number[]): Condition {
  const from = `select item_id from ${table} where ${column}`
  if (ids.length > INTERSECTED) {
    return {
      text: `item.id in (${from} in ${LIST} group by item_id having count(*) = ?)`,
      values: [JSON.stringify(ids), ids.length],
    }
  }
  return { text: `item.id in (${ids.map(() => `${from} = ?`).join(' intersect ')})`, values: ids }
}

/** A collection includes those below it; `union` ends a cycle. */
const inCollections = (ids: number[]): Condition => ({
  text: `item.collection_id in (with recursive below(id) as (select value from json_each(?)
    union select collection.id from collection join below on collection.parent_collection = below.id)
    select id from below)`,
  values: [JSON.stringify(ids)],
})

const inLocations = (ids: number[]): Condition =>
  ids.length === 1
    ? { text: 'item.location_id = ?', values: ids }
    : { text: `item.location_id in ${LIST}`, values: [JSON.stringify(ids)] }

/** The condition that needs the full text beside the item. */
export const SEARCHED = 'item_search match ?'

/** Every word begins a word of the item's text. Quoted, so that nothing in it is read as FTS5's own language. */
const holdingWords = (words: string[]): Condition => ({
  text: SEARCHED,
  values: [words.map((word) => `"${word}"*`).join(' ')],
})

/**
 * What an anonymous visitor may see of what was asked for: published items only. Undefined when nothing can match.
 * @param thisYear decides what the whole of time is (rules/time-range).
 */
export function itemConditions(query: ItemQuery, thisYear: number): Condition[] | undefined {
  if (query.visibility === 'draft') return undefined
  const conditions: Condition[] = [{ text: "item.visibility = 'published'", values: [] }]
  const add = (condition: Condition) => conditions.push(condition)
  if (query.type) add({ text: 'item.type = ?', values: [query.type] })
  if (query.location) add(inLocations(query.location))
  if (query.collection) add(inCollections(query.collection))
  if (query.collections) add(inCollections(query.collections))
  if (query.people_or) add(anyOf('item_person', 'person_id', query.people_or))
  if (query.people_and) add(allOf('item_person', 'person_id', query.people_and))
  if (query.subjects_or) add(anyOf('item_subject', 'subject_id', query.subjects_or))
  if (query.subjects_and) add(allOf('item_subject', 'subject_id', query.subjects_and))
  if (query.organizations) add(anyOf('item_organization', 'organization_id', query.organizations))
  if (query.date && !isWholeTime(query.date, thisYear)) {
    add({
      text: 'item.span_order <= ? and item.span_end >= ?',
      values: [latest(query.date.end), query.date.start],
    })
  }
  const words = query.search ? searchWords(query.search) : []
  if (words.length > 0) add(holdingWords(words))
  return conditions
}
