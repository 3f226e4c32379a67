import type * as v from 'valibot'
import type { endpoints } from '#contract/endpoints.ts'
import { latest } from '#contract/dates.ts'
import { isWholeTime } from '#rules/time-range.ts'
import { searchBeginnings } from '#rules/search-beginnings.ts'
import { searchWords } from '#rules/search-text.ts'
import { VIEWER, visibleText } from './view.ts'
import type { View } from './view.ts'

/** What narrows a list of items, parsed (spec §7). */
export type ItemFilters = v.InferOutput<typeof endpoints.itemFacets.query>
/** The query of GET /api/items/. */
export type ItemQuery = v.InferOutput<typeof endpoints.items.query>

/** One condition on an item, with a `?` for each value. The texts of all conditions together name the shape of a query. */
export interface Condition {
  text: string
  values: (string | number)[]
  /** The facet whose choice it is, and which is counted without it (contract/item-facets.ts). */
  chosen?: Chosen
}
export type Chosen = 'type' | 'time' | 'subjects' | 'collection'

type Reach = View['reach']
/** What a tag filter asks for: the table of links, its column, and the table of what it names. */
const PEOPLE = ['item_person', 'person_id', 'person'] as const
const SUBJECTS = ['item_subject', 'subject_id', 'subject'] as const
const ORGANIZATIONS = ['item_organization', 'organization_id', 'organization'] as const
type Tag = typeof PEOPLE | typeof SUBJECTS | typeof ORGANIZATIONS

/** SQLite takes at most 500 parts in one compound select; more tags than this are counted instead. */
const INTERSECTED = 20
/** A list is one JSON value, so that its length does not change the statement. */
const LIST = '(select value from json_each(?))'

/** Those of a list of ids that the caller may see: a filter by somebody else's draft finds nothing. */
const seen = (table: string, reach: Reach) =>
  `(select named.id from json_each(?) as asked join ${table} as named on named.id = asked.value
    where ${visibleText('named', reach)})`
const seenOne = (table: string, reach: Reach) =>
  `(select named.id from ${table} as named where named.id = ? and ${visibleText('named', reach)})`

const anyOf = ([links, column, table]: Tag, ids: number[], reach: Reach): Condition => ({
  text: `item.id in (select item_id from ${links} where ${column} in ${seen(table, reach)})`,
  values: [JSON.stringify(ids)],
})

function allOf([links, column, table]: Tag, ids: number[], reach: Reach): Condition {
  const from = `select item_id from ${links} where ${column}`
  if (ids.length > INTERSECTED) {
    return {
      text: `item.id in (${from} in ${seen(table, reach)} group by item_id having count(*) = ?)`,
      values: [JSON.stringify(ids), ids.length],
    }
  }
  return {
    text: `item.id in (${ids.map(() => `${from} = ${seenOne(table, reach)}`).join(' intersect ')})`,
    values: ids,
  }
}

/**
 * A collection includes those below it, as far down as the caller may see; `union` ends a cycle. The `+` keeps SQLite from making an index of
 * its own over the visibility of all collections for every query.
 */
const inCollections = (ids: number[], reach: Reach): Condition => ({
  text: `item.collection_id in (with recursive below(id) as (select asked.value from json_each(?) as asked
      join collection as named on named.id = asked.value where ${visibleText('+named', reach)}
    union select named.id from collection as named join below on named.parent_collection = below.id
      where ${visibleText('+named', reach)})
    select id from below)`,
  values: [JSON.stringify(ids)],
})

const inLocations = (ids: number[]): Condition =>
  ids.length === 1
    ? { text: 'item.location_id = ?', values: ids }
    : { text: `item.location_id in ${LIST}`, values: [JSON.stringify(ids)] }

/** The condition that needs the full text beside the item. */
export const SEARCHED = 'item_search match ?'

/**
 * Every word, or its other form, begins a word of the item's text. Quoted, so that nothing in it is read as FTS5's own language. The word itself is
 * asked for beside what is shorter: texts that have it as it was typed rank first.
 */
const holdingWords = (words: string[]): Condition => ({
  text: SEARCHED,
  values: [
    words
      .map(
        (word) =>
          `(${searchBeginnings(word)
            .map((beginning) => `"${beginning}"*`)
            .join(' OR ')})`,
      )
      .join(' AND '),
  ],
})

/** Drafts that are asked for: the caller's own; staff those of everybody, but not what was discarded of others'. */
const DRAFTS: Record<Reach, string | undefined> = {
  published: undefined,
  own: `item.visibility = 'draft' and item.author_id = ${VIEWER}`,
  all: `item.visibility = 'draft' and (item.state <> 'discarded' or item.author_id = ${VIEWER})`,
}

/**
 * What was asked for: published items, whoever asks (spec §6), or the drafts that the caller may see. Undefined when nothing can match.
 * @param thisYear decides what the whole of time is (rules/time-range).
 */
export function itemConditions(query: ItemFilters, thisYear: number, reach: Reach): Condition[] | undefined {
  const shown = query.visibility === 'draft' ? DRAFTS[reach] : "item.visibility = 'published'"
  if (shown === undefined) return undefined
  const conditions: Condition[] = [{ text: shown, values: [] }]
  const add = (condition: Condition, chosen?: Chosen) => conditions.push(chosen ? { ...condition, chosen } : condition)
  if (query.type) add({ text: 'item.type = ?', values: [query.type] }, 'type')
  if (query.location) add(inLocations(query.location))
  if (query.collection) add(inCollections(query.collection, reach), 'collection')
  if (query.collections) add(inCollections(query.collections, reach), 'collection')
  if (query.people_or) add(anyOf(PEOPLE, query.people_or, reach))
  if (query.people_and) add(allOf(PEOPLE, query.people_and, reach))
  if (query.subjects_or) add(anyOf(SUBJECTS, query.subjects_or, reach), 'subjects')
  if (query.subjects_and) add(allOf(SUBJECTS, query.subjects_and, reach))
  if (query.organizations) add(anyOf(ORGANIZATIONS, query.organizations, reach))
  if (query.date && !isWholeTime(query.date, thisYear)) {
    const values = [latest(query.date.end), query.date.start]
    add({ text: 'item.span_order <= ? and item.span_end >= ?', values }, 'time')
  }
  if (query.search) {
    const words = searchWords(query.search)
    // Signs without a letter or digit (".*") are in no text as it is searched: they find nothing, not everything.
    if (words.length === 0) return undefined
    add(holdingWords(words))
  }
  return conditions
}
