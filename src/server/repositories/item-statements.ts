import type { Sort } from '#contract/item.ts'
import { SEARCH_WORK } from '#contract/limits.ts'
import { SEARCHED, type Condition } from './item-filter.ts'
import { shownSide } from './shown-size.ts'
import { knownText, visibleText, type View } from './view.ts'

/** Weights: title, description, names, identifier, dates. A word in the title counts most. */
export const RANK = 'bm25(item_search, 10, 1, 4, 8, 4)'

const isSearch = (conditions: readonly Condition[]) => conditions.some(({ text }) => text === SEARCHED)

/** An index of what most lists are narrowed and sorted by (migration 0025): items that are looked up by their id are found there, without reading their texts. */
const LOOKUP = {
  name: 'item_id_visibility_type_sort_date_span_order_span_end',
  columns: new Set(['id', 'visibility', 'type', 'sort_date', 'span_order', 'span_end']),
}

/** The table of items. SQLite prefers the table itself to an index that begins with the id. @param text of the statement, with all columns that it reads. */
function itemTable(conditions: readonly Condition[], text: string): string {
  const isLookup = isSearch(conditions) || conditions.some(({ byId }) => byId)
  const columns = [...text.matchAll(/\bitem\.(\w+)/g)].map(([, column]) => column!)
  return isLookup && columns.every((column) => LOOKUP.columns.has(column)) ? `item indexed by ${LOOKUP.name}` : 'item'
}

/**
 * The from and where clauses of conditions. `cross join`: SQLite goes through the full text once, and not once for each item.
 * @param others the rest of the statement, if it reads more columns.
 */
export function matchingItems(conditions: readonly Condition[], others = ''): string {
  const where = conditions.map(({ text }) => text).join(' and ')
  const item = itemTable(conditions, `${where} ${others}`)
  const from = isSearch(conditions) ? `item_search cross join ${item} on item.id = item_search.rowid` : item
  return `${from} where ${where}`
}

/** That the caller may see. */
const pictured = (reach: View['reach']) =>
  `exists (select 1 from scan where scan.item_id = item.id${shownScans('scan', reach)})`

/** What a list is sorted by, and the direction. Drafts have no day of publishing. Without a picture, a date is after all others. */
const ORDER: Record<Exclude<Sort, 'relevance' | 'pictures'>, readonly [place: string, direction: 'asc' | 'desc']> = {
  date: ['item.sort_date', 'asc'],
  title: ['item.sort_title', 'asc'],
  added: ['item.published_at', 'desc'],
}
const RELEVANCE = [RANK, 'asc'] as const

export interface ItemListSql {
  count: string
  /** The ids of a page. Two more values: limit and offset. */
  page: string
  /** How often the values of the conditions stand in it. */
  copies: 1 | 2
  /** Its items are found first, and their number, up to a bound, comes with each id; past the end it comes with a null. */
  counts: boolean
}

/**
 * The SQL of a list: its count, and the ids of one page. Text searches are ordered by rank, others by date with undated items last; ids break ties. `sort`
 * asks for another order; only a text search has ranks.
 */
export function itemListSql(
  conditions: readonly Condition[],
  reach: View['reach'],
  sort: Sort = 'relevance',
): ItemListSql {
  const hasPicture = pictured(reach)
  const picturesFirst = [`item.sort_date + case when ${hasPicture} then 0 else 1000000000 end`, 'asc'] as const
  const natural = isSearch(conditions) ? RELEVANCE : ORDER.date
  const [place, direction] = sort === 'relevance' ? natural : sort === 'pictures' ? picturesFirst : ORDER[sort]
  const matching = matchingItems(conditions, place)
  const order = `order by place ${direction}, id ${direction}`
  if (isSearch(conditions) || conditions.some(({ listed }) => listed)) {
    const limit = isSearch(conditions) ? ` limit ${SEARCH_WORK.ranked}` : ''
    return {
      count: isSearch(conditions) ? boundedCount(matching) : `select count(*) from ${matching}`,
      page: `with found as materialized (select item.id, ${place} as place from ${matching}${limit}),
        page as (select id, place from found ${order} limit ? offset ?)
        select id, (select count(*) from found) as total from (select 1) as always left join page on true ${order}`,
      copies: 1,
      counts: true,
    }
  }
  const count = `select count(*) from ${matching}`
  if (sort === 'pictures') {
    // Two lists one after the other, each read in the order of an index: the second only where the first ends.
    const dated = inOrder(matchingItems(conditions, ORDER.date[0]))
    const listOf = (pictured: string) =>
      `select id, place from (select item.id, item.sort_date as place from ${dated} and ${pictured} order by place, item.id) as part`
    return {
      count,
      page: `${listOf(hasPicture)} union all ${listOf(`not ${hasPicture}`)} limit ? offset ?`,
      copies: 2,
      counts: false,
    }
  }
  return {
    count,
    page: `select item.id, ${place} as place from ${inOrder(matching)} order by place ${direction}, item.id ${direction} limit ? offset ?`,
    copies: 1,
    counts: false,
  }
}

/** Text searches are ordered up to a bound, since ranking costs several times what matching does. The count goes one past it. */
const boundedCount = (matching: string) =>
  `select count(*) from (select 1 from ${matching} limit ${SEARCH_WORK.ranked + 1}) as found`

/** Read in the order of the list: the `+` keeps SQLite from reading the items of a time range by their start, and sorting all of them. */
const inOrder = (matching: string) => matching.replace('item.span_order <=', '+item.span_order <=')

/** The items of a page, whose ids are one JSON value. They are looked at again: one may have been withdrawn meanwhile. */
export const itemsSql = (shown: Condition, reach: View['reach']): string =>
  `select ${itemJson(reach)} from json_each(?) as page cross join item on item.id = page.value where ${shown.text} order by page.key`

export const itemSql = (reach: View['reach']): string =>
  `select ${itemJson(reach)} from item where item.id = ? and ${visibleText('item', reach)}`

const personOf = (reach: View['reach']) => {
  const date = (name: string) => `'${name}', case when ${knownText('p', reach)} then p.${name} end`
  return `json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname,
  ${date('date_of_birth')}, ${date('date_of_death')})`
}

/** Staff see every picture, and every link. */
const shownScans = (table: string, reach: View['reach']) =>
  reach === 'all' ? '' : ` and ${table}.hidden_until is null`
const and = (table: string, reach: View['reach']) => (reach === 'all' ? '' : ` and ${visibleText(table, reach)}`)

/** Collections above one another at most, so that a circle ends. */
const LEVELS = 30

/** A collection's rights, and what it does not say as the nearest of those above it does; who holds other rights than its own is not asked. */
const collectionOf = (
  reach: View['reach'],
) => `with recursive above(id, name, rights, holder, credit, labels, up, far) as (
    select c.id, c.collection_name, c.rights, c.rights_holder, c.credit_line, c.local_contexts, c.parent_collection, 1
      from collection c where c.id = item.collection_id${and('c', reach)}
    union all select above.id, name, case when above.rights = '' then c.rights else above.rights end,
      case when above.rights = '' and holder = '' then c.rights_holder else holder end,
      case when credit = '' then c.credit_line else credit end,
      case when labels = '' then c.local_contexts else labels end, c.parent_collection, far + 1
      from above join collection c on c.id = up${and('c', reach)} where far < ${LEVELS})
    select json_object('id', id, 'collection_name', name, 'rights', rights, 'rights_holder', holder, 'credit_line', credit,
      'local_contexts', labels)
      from (select * from above order by far desc limit 1) as last`

/** SQL for an item as the contract's `item`, built by the database: assembling rows in JavaScript takes longer than the query. */
export const itemJson = (reach: View['reach']): string => `json_object(
  'id', item.id, 'type', item.type, 'title', item.title, 'general_description', item.general_description,
  'date_start', item.date_start, 'date_end', item.date_end,
  'location', (select json_object('id', l.id, 'name', l.name) from location l where l.id = item.location_id),
  'people', (select json_group_array(${personOf(reach)} order by x.position, p.id)
    from item_person x join person p on p.id = x.person_id where x.item_id = item.id${and('p', reach)}),
  'subject', (select json_group_array(json_object('id', s.id, 'subject_name', s.subject_name) order by x.position, s.id)
    from item_subject x join subject s on s.id = x.subject_id where x.item_id = item.id${and('s', reach)}),
  'organizations', (select json_group_array(json_object('id', o.id, 'name', o.name) order by x.position, o.id)
    from item_organization x join organization o on o.id = x.organization_id where x.item_id = item.id${and('o', reach)}),
  'collection', (${collectionOf(reach)}),
  'item_scans', (select json_group_array(json_object('id', s.id, 'order', s.scan_order, 'width', ${shownSide('width', 's', 'f')}, 'height', ${shownSide('height', 's', 'f')},
      'version', s.version, 'alt', s.alt, 'document', s.document_id, 'page', s.page,
      'has_text', json(case when s.text <> '' then 'true' else 'false' end)) order by s.scan_order, s.id)
    from scan s join original f on f.sha256 = s.sha256 where s.item_id = item.id${shownScans('s', reach)}),
  'item_files', (select json_group_array(json_object('id', d.id, 'order', d.file_order, 'format', f.format, 'label', d.label,
      'file_name', f.file_name, 'bytes', f.bytes, 'pages', f.details ->> '$.pages', 'duration', f.details ->> '$.duration',
      'waiting', (select count(*) from page_task t where t.document_id = d.id and t.problem = ''),
      'failed', (select count(*) from page_task t where t.document_id = d.id and t.problem <> ''),
      'version', substr(f.sha256, 1, 16)) order by d.file_order, d.id)
    from item_file d join original f on f.sha256 = d.sha256 where d.item_id = item.id${reach === 'all' ? '' : ' and d.hidden_until is null'}),
  'externalRecordURL', ifnull(item.external_record_url, ''), 'visibility', item.visibility,
  'date_start_text', item.date_start_text, 'date_end_text', item.date_end_text,
  'creator', (select ${personOf(reach)} from person p where p.id = item.creator_id${and('p', reach)}),
  'creator_organization', (select json_object('id', o.id, 'name', o.name)
    from organization o where o.id = item.creator_organization_id${and('o', reach)}),
  'contributors', (select json_group_array(${personOf(reach)} order by x.position, p.id)
    from item_contributor x join person p on p.id = x.person_id where x.item_id = item.id${and('p', reach)}),
  'archival_identifier', ifnull(item.archival_identifier, ''), 'copyright_info', item.copyright_info,
  'rights', item.rights, 'rights_holder', item.rights_holder, 'credit_line', item.credit_line,
  'local_contexts', item.local_contexts, 'extent', item.extent,
  'language', item.language, 'publisher', item.publisher, 'place_text', item.place_text,
  'contributed_by', case when item.credit = 1 and item.visibility = 'published' then
    (select nullif(a.name, '') from account a where a.id = item.author_id and a.disabled_at is null) end,
  'published_at', item.published_at, 'updated_at', item.updated_at,
  'starred', json(case when item.starred = 1 then 'true' else 'false' end))`
