import type { FoundIn } from '#contract/item.ts'
import { hitLabel, hitQuery } from '#rules/addresses/hit-address.ts'
import { findInText, passagesOf } from '#rules/search/found-in-text.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import { fileOfHit, scanOfHit } from '../database/text-search.ts'
import { SEARCHED, type Condition } from './item-filter.ts'
import type { View } from './view.ts'

/** Places of an item that are shown. */
const PLACES = 3
/** All words are in one text. Beyond the limit a word is in so many that it tells nothing: their items are not counted. */
const TEXTS = 5000
const HITS = `(select rowid as part from item_search_texts where item_search_texts match ? limit ${TEXTS})`
const shown = (table: string, reach: View['reach']) => (reach === 'all' ? '' : ` and ${table}.hidden_until is null`)

/**
 * The conditions of a list for the items that are found by words of their texts alone. Undefined if nothing is searched for.
 */
export function inTextsOnly(conditions: readonly Condition[], reach: View['reach']): Condition[] | undefined {
  const search = conditions.find(({ text }) => text === SEARCHED)
  if (!search) return undefined
  const [words] = search.values as [string]
  const found = `item.id in (select coalesce(scan.item_id, item_file.item_id) from ${HITS} as hit
    left join ${scanOfHit('hit.part')}${shown('scan', reach)} left join ${fileOfHit('hit.part')}${shown('item_file', reach)})`
  return [
    ...conditions.filter((each) => each !== search),
    { text: found, values: [words], byId: true, listed: true },
    { text: 'item.id not in (select item_search.rowid from item_search where item_search match ?)', values: [words] },
  ]
}

/** The first hits of each item: ids of items are one JSON value. Pages are counted as visitors see them. */
const placesSql = (reach: View['reach']) => {
  const before = `(select count(*) from scan as other where other.item_id = scan.item_id${shown('other', reach)}
    and (other.scan_order < scan.scan_order or (other.scan_order = scan.scan_order and other.id <= scan.id)))`
  return `with hit as materialized ${HITS},
    place as (select scan.item_id, scan.id as scan, null as file, scan.scan_order as place from hit join ${scanOfHit('hit.part')}
        where scan.item_id in (select value from json_each(?))${shown('scan', reach)}
      union all select item_file.item_id, null, item_file.id, item_file.file_order from hit join ${fileOfHit('hit.part')}
        where item_file.item_id in (select value from json_each(?))${shown('item_file', reach)}),
    counted as (select place.*, row_number() over (partition by item_id order by coalesce(file, 0), place, scan) as number from place)
    select counted.item_id, counted.scan, counted.file, ${before}, coalesce(scan.text, item_file.text)
    from counted left join scan on scan.id = counted.scan left join item_file on item_file.id = counted.file
    where number <= ${PLACES} order by number`
}

/** Finds where in their texts items have the words of a search. */
export function createTextHits(reader: ArchiveDatabase) {
  const prepared = reader.cacheReads(3)
  return async (search: string, words: string, ids: readonly number[], { reach, viewer }: View) => {
    const list = JSON.stringify(ids)
    const rows = (await prepared(placesSql(reach)).all([words, list, list], viewer)) as Place[]
    const { terms } = searchTerms(search)
    const found = new Map<number, FoundIn[]>()
    for (const [item, scan, file, page, text] of rows) {
      const match = findInText(passagesOf(text), terms)
      if (!match) continue
      const at = { scan, file, page: scan === null ? null : page, ...match }
      const place = { ...at, label: hitLabel(at), place: hitQuery(at) }
      found.set(item, [...(found.get(item) ?? []), place])
    }
    return found
  }
}
type Place = [item: number, scan: number | null, file: number | null, page: number, text: string]
