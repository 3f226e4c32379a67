import type { TagConditions } from '../archive-database.ts'

/** Items with tags, in the arrays of ITEM_TAGS (postgres/listed-items.ts): its index finds all tags of a list at once. */
export const arrayTags: TagConditions = {
  any: (list, ids, visible) => ({ text: `item.${list} && array${visible}`, values: [JSON.stringify(ids)] }),
  all: (list, ids, visible) => ({
    text: `item.${list} @> json_ids(?) and (select count(*) from ${visible} as shown) = ?`,
    values: [JSON.stringify(ids), JSON.stringify(ids), ids.length],
  }),
}
