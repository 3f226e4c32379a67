import type { FoundIn } from '#contract/item.ts'
import { SEARCH_WORK } from '#contract/limits.ts'
import { hitLabel, hitQuery } from '#rules/addresses/hit-address.ts'
import { findInText, passagesOf } from '#rules/search/found-in-text.ts'
import { searchTerms } from '#rules/search/search-terms.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import { fileOfHit, scanOfHit } from '../database/text-search.ts'
import { memoizeUntilChange, type ReadState } from './archive-state.ts'
import { SEARCHED, type Condition } from './item-filter.ts'
import type { View } from './view.ts'

/** Places of an item that are shown: to find one in a page of a newspaper takes a millisecond. */
const PLACES = 1
/** Hits whose items are cached. */
const CACHED = 100_000
const shown = (table: string, reach: View['reach']) => (reach === 'all' ? '' : ` and ${table}.hidden_until is null`)

/** Rows of the full text, and their items: all words are in one text. One more than counts tells that there are more. */
const hitsSql = (reach: View['reach']) =>
  `select hit.part, coalesce(scan.item_id, item_file.item_id) from
    (select rowid as part from item_search_texts where item_search_texts match ? limit ${SEARCH_WORK.texts + 1}) as hit
    left join ${scanOfHit('hit.part')}${shown('scan', reach)} left join ${fileOfHit('hit.part')}${shown('item_file', reach)}`

/** The first of some scans and files of each item: ids are JSON values. Pages are counted as visitors see them. */
const placesSql = (reach: View['reach']) => {
  const before = `(select count(*) from scan as other where other.item_id = scan.item_id${shown('other', reach)}
    and (other.scan_order < scan.scan_order or (other.scan_order = scan.scan_order and other.id <= scan.id)))`
  return `with place as (select scan.item_id, scan.id as scan, null as file, scan.scan_order as place from scan
        where scan.id in (select value from json_each(?))${shown('scan', reach)}
      union all select item_file.item_id, null, item_file.id, item_file.file_order from item_file
        where item_file.id in (select value from json_each(?))${shown('item_file', reach)}),
    counted as (select place.*, row_number() over (partition by item_id order by coalesce(file, 0), place, scan) as number from place)
    select counted.item_id, counted.scan, counted.file, ${before}, coalesce(scan.text, item_file.text)
    from counted left join scan on scan.id = counted.scan left join item_file on item_file.id = counted.file
    where number <= ${PLACES} order by number`
}

/** Finds items by their texts, and where in those they have the words of a search. */
export function createTextHits(reader: ArchiveDatabase, state: ReadState) {
  const prepared = reader.cacheReads(6)
  const cached = memoizeUntilChange<Hits>(state, CACHED, ({ length }) => length + 1)
  async function find(words: string, { reach, viewer }: View): Promise<Hits> {
    const read = async () => (await prepared(hitsSql(reach)).all([words], viewer)) as Hits
    return reach === 'published' ? cached(words, read) : read()
  }
  return {
    /** The conditions of a list for the items that are found by words of their texts alone. Undefined if nothing is searched for. */
    async only(conditions: readonly Condition[], view: View) {
      const search = conditions.find(({ text }) => text === SEARCHED)
      if (!search) return undefined
      const [words] = search.values as [string]
      const hits = await find(words, view)
      const items = JSON.stringify([...new Set(hits.flatMap(([, item]) => item ?? []))])
      const inTexts: Condition[] = [
        ...conditions.filter((each) => each !== search),
        { text: 'item.id in (select value from json_each(?))', values: [items], byId: true, listed: true },
        {
          text: 'item.id not in (select item_search.rowid from item_search where item_search match ?)',
          values: [words],
        },
      ]
      return { conditions: inTexts, words, isShortened: hits.length > SEARCH_WORK.texts }
    },
    async places(search: string, words: string, ids: readonly number[], view: View) {
      const parts = (await find(words, view)).flatMap(([part, item]) => (ids.includes(item!) ? part : []))
      const idsOf = (kind: number) =>
        JSON.stringify(parts.flatMap((part) => (part % 2 === kind ? (part - kind) / 2 : [])))
      const rows = (await prepared(placesSql(view.reach)).all([idsOf(0), idsOf(1)], view.viewer)) as Place[]
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
    },
  }
}
type Hits = [part: number, item: number | null][]
type Place = [item: number, scan: number | null, file: number | null, page: number, text: string]
