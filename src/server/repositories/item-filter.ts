import type { Query } from '#contract/endpoints.ts'
import type { TagConditions, TagList } from '../database/archive-database.ts'
import { lastDay } from '#contract/dates.ts'
import type { PeopleRole } from '#contract/item.ts'
import { FACET_OF, type Facet } from '#rules/search/count-facets.ts'
import { isWholeTime } from '#rules/dates/partial-dates.ts'
import { searchTerms, type SearchTerm } from '#rules/search/search-terms.ts'
import { VIEWER, visibleText, type View } from './view.ts'

/** The filters of a list of items (spec §7). */
export type ItemFilters = Query<'itemFacets'>

/** A condition on an item, with a `?` per value. The texts of all conditions identify a prepared query. */
export interface Condition {
  text: string
  values: (string | number)[]
  /** Its items are looked up in a list: finding them costs more than ordering them. */
  listed?: true
  /** That list is of ids of items. */
  byId?: true
  /** The facet that this filter belongs to, which is counted without it (contract/item-facets.ts). */
  facet?: Facet
}

type Reach = View['reach']
/** Who asks, and how the database finds tags, where it does so in its own way. */
interface Asked {
  reach: Reach
  tags: TagConditions | undefined
}
/** A tag filter: the tables that link items to it, each with the columns of item and tag, and the table that they refer to. */
interface Tag {
  /** The name of the whole list. */
  list?: TagList
  links: readonly (readonly [table: string, item: string, tag: string])[]
  table: string
}
const linked = (name: string): Tag => ({ links: [[`item_${name}`, 'item_id', `${name}_id`]], table: name })
const SUBJECTS: Tag = { ...linked('subject'), list: 'subjects' }
/** Which are in an item, or made it. */
const ORGANIZATIONS: Tag = {
  list: 'organizations',
  links: [...linked('organization').links, ['item', 'id', 'creator_organization_id']],
  table: 'organization',
}
const PICTURED = linked('person')
const MAKERS = [
  ['item_contributor', 'item_id', 'person_id'],
  ['item', 'id', 'creator_id'],
] as const
const PEOPLE: Record<PeopleRole, Tag> = { pictured: PICTURED, creator: { links: MAKERS, table: 'person' } }
/** Who is in an item, made it, or contributed to it. */
const ANY_PEOPLE: Tag = { list: 'people', links: [...PICTURED.links, ...MAKERS], table: 'person' }

/** SQLite allows 500 parts in a compound select; with more tags than this, matches are counted instead. */
const INTERSECTED = 20
/** A list is one JSON value, so that its length does not change the statement. */
const LIST = '(select value from json_each(?))'

/** The visible ids of a list: filtering by a hidden draft finds nothing. */
const visibleIds = (table: string, reach: Reach) =>
  `(select named.id from json_each(?) as asked join ${table} as named on named.id = asked.value
    where ${visibleText('named', reach)})`
const visibleId = (table: string, reach: Reach) =>
  `(select named.id from ${table} as named where named.id = ? and ${visibleText('named', reach)})`

/** The items whose tag meets a condition, which is repeated for each table of links. Some come twice. */
const itemsWith = ({ links }: Tag, condition: string): string =>
  links.map(([table, item, tag]) => `select ${item} from ${table} where ${tag} ${condition}`).join(' union all ')
/** A value for each time that the condition is repeated. */
const repeated = <Value>({ links }: Tag, value: Value): Value[] => links.map(() => value)

const LOOKED_UP = { listed: true, byId: true } as const

function anyOf(tag: Tag, asked: number[], { reach, tags }: Asked): Condition {
  const visible = visibleIds(tag.table, reach)
  const ids = [...new Set(asked)]
  if (tag.list && tags) return { ...tags.any(tag.list, ids, visible), listed: true }
  return {
    text: `item.id in (${itemsWith(tag, `in ${visible}`)})`,
    values: repeated(tag, JSON.stringify(ids)),
    ...LOOKED_UP,
  }
}

function allOf(tag: Tag, asked: number[], { reach, tags }: Asked): Condition {
  const { links, table } = tag
  const ids = [...new Set(asked)]
  if (tag.list && tags) return { ...tags.all(tag.list, ids, visibleIds(table, reach)), listed: true }
  if (ids.length > INTERSECTED) {
    const pairs = links.map(
      ([from, item, column]) =>
        `select ${item} as item_id, ${column} as tag from ${from} where ${column} in ${visibleIds(table, reach)}`,
    )
    return {
      text: `item.id in (select item_id from (${pairs.join(' union ')}) as pairs group by item_id having count(*) = ?)`,
      values: [...repeated(tag, JSON.stringify(ids)), ids.length],
      ...LOOKED_UP,
    }
  }
  const each = itemsWith(tag, `= ${visibleId(table, reach)}`)
  // In parentheses: set operators have no precedence in SQLite.
  const one = links.length > 1 ? `select * from (${each}) as one` : each
  return {
    text: `item.id in (${ids.map(() => one).join(' intersect ')})`,
    values: ids.flatMap((id) => repeated(tag, id)),
    ...LOOKED_UP,
  }
}

/** Includes visible descendants; `union` ends cycles. The `+` keeps SQLite from building an automatic index on every query. */
const inCollections = (ids: number[], reach: Reach): Condition => ({
  text: `item.collection_id in (with recursive below(id) as (select asked.value from json_each(?) as asked
      join collection as named on named.id = asked.value where ${visibleText('+named', reach)}
    union select named.id from collection as named join below on named.parent_collection = below.id
      where ${visibleText('+named', reach)})
    select id from below)`,
  values: [JSON.stringify(ids)],
  listed: true,
})

const inLocations = (ids: number[]): Condition =>
  ids.length === 1
    ? { text: 'item.location_id = ?', values: ids }
    : { text: `item.location_id in ${LIST}`, values: [JSON.stringify(ids)] }

/** Condition that needs a join with the full text. */
export const SEARCHED = 'item_search match ?'

/**
 * Every word, or another form of it, is a word or prefix in the item's text. Quoted, to escape FTS5's query syntax. The typed form is included, so
 * that exact matches rank first.
 */
export const containingWords = (terms: SearchTerm[]): Condition => ({
  text: SEARCHED,
  values: [
    terms
      .map(({ forms, prefix }) => `(${forms.map((form) => `"${form}"${prefix ? '*' : ''}`).join(' OR ')})`)
      .join(' AND '),
  ],
})

/** Visible drafts: a user's own; for staff all, except other people's discarded ones. */
const DRAFTS: Record<Reach, string | undefined> = {
  published: undefined,
  own: `item.visibility = 'draft' and item.state <> 'hidden' and item.author_id = ${VIEWER}`,
  all: `item.visibility = 'draft' and (item.state <> 'discarded' or item.author_id = ${VIEWER})`,
}

/** The conditions of a query on published items (spec §6) or visible drafts. Undefined if nothing can match. @param thisYear ends the default time range. @param tags of the database's engine. */
export function itemConditions(
  query: ItemFilters,
  thisYear: number,
  reach: Reach,
  tags?: TagConditions,
): Condition[] | undefined {
  const asked = { reach, tags }
  const shown = query.visibility === 'draft' ? DRAFTS[reach] : "item.visibility = 'published'"
  if (shown === undefined) return undefined
  const conditions: Condition[] = [{ text: shown, values: [] }]
  const add = (condition: Condition, filter?: keyof typeof FACET_OF) =>
    conditions.push(filter ? { ...condition, facet: FACET_OF[filter] } : condition)
  if (query.type) add({ text: 'item.type = ?', values: [query.type] }, 'type')
  if (query.location) add(inLocations(query.location))
  if (query.collection) add(inCollections(query.collection, reach), 'collection')
  if (query.collections) add(inCollections(query.collections, reach), 'collections')
  const people = query.people_as ? PEOPLE[query.people_as] : ANY_PEOPLE
  if (query.people_or) add(anyOf(people, query.people_or, asked))
  if (query.people_and) add(allOf(people, query.people_and, asked))
  if (query.subjects_or) add(anyOf(SUBJECTS, query.subjects_or, asked), 'subjects_or')
  if (query.subjects_and) add(allOf(SUBJECTS, query.subjects_and, asked))
  if (query.organizations) add(anyOf(ORGANIZATIONS, query.organizations, asked))
  if (query.date && !isWholeTime(query.date, thisYear)) {
    const values = [lastDay(query.date.end), query.date.start]
    add({ text: 'item.span_order <= ? and item.span_end >= ?', values }, 'date')
  }
  if (query.search) {
    const { terms } = searchTerms(query.search)
    // Punctuation alone (".*") finds nothing, not everything.
    if (terms.length === 0) return undefined
    add(containingWords(terms))
  }
  return conditions
}
