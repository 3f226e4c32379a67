import { ITEM_TAGS, SEARCH_COLUMNS, TAG_COLUMNS } from '../postgres/listed-items.ts'

/** How statements of lists (repositories/item-statements.ts) name the tables of items and of the full text. */
const FOUND = /\bitem_search cross join item(?: indexed by \w+)? on item\.id = item_search\.rowid\b/
const PLAIN = /\bfrom item(?: indexed by \w+)?(?= where item\.visibility\b)/
/** How many items are in a range of time: the index of the full text has items of equal spans once, and is read in a quarter of the time. */
const COUNTED = /^select count\(\*\) from item(?= where item\.visibility\b)/
const SPANS: ReadonlySet<string> = new Set(['visibility', 'span_order', 'span_end'])
const TAG = /\bitem\.(people|subjects|organizations)\b/

/** A list of items, read from the tables that have its columns (postgres/listed-items.ts). @param text in SQLite's words. */
export function fromListTables(text: string): string {
  const columns = [...text.matchAll(/\bitem\.(\w+)/g)].map(([, column]) => column!)
  const isIn = (table: ReadonlySet<string>) => columns.every((column) => table.has(column))
  if (FOUND.test(text) && isIn(SEARCH_COLUMNS)) {
    return text
      .replace(FOUND, 'item_search as item')
      .replaceAll('item_search match', 'item match')
      .replaceAll(/\bselect item\.id\b/g, 'select item.rowid as id')
      .replaceAll(/\bitem\.id\b/g, 'item.rowid')
  }
  if (isIn(SPANS)) return text.replace(COUNTED, 'select count(*) from item_search as item')
  if (!TAG.test(text)) return text
  const found = 'item_search cross join'
  const on = 'on item.id = item_search.rowid'
  if (isIn(TAG_COLUMNS))
    return text.replace(FOUND, `${found} ${ITEM_TAGS} as item ${on}`).replace(PLAIN, `from ${ITEM_TAGS} as item`)
  const joined = `join ${ITEM_TAGS} as tags on tags.id = item.id`
  return text
    .replace(FOUND, `${found} item ${on} ${joined}`)
    .replace(PLAIN, `from item ${joined}`)
    .replaceAll(new RegExp(TAG, 'g'), 'tags.$1')
}
