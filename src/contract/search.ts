import * as v from 'valibot'
import { id } from './fields.ts'
import { ITEM_TYPES, itemType } from './item.ts'
import { choiceQuery, pageQuery, pageSizeQuery, textQuery } from './query.ts'
import { SEARCH_KINDS } from './kinds.ts'

/** GET /api/search/ (our addition): records of all kinds for the words of the site's search. With `kind`, and `type` for items, one page of those. */
export const searchQuery = v.object({
  search: textQuery,
  kind: choiceQuery(SEARCH_KINDS),
  type: choiceQuery(ITEM_TYPES),
  page: pageQuery,
  page_size: pageSizeQuery,
})

/** A record as results show it. Texts are plain and may be empty. */
const searchResult = v.object({
  id,
  title: v.string(),
  /** An item's; empty for other kinds. */
  type: v.string(),
  years: v.string(),
  /** The path of a small picture. */
  image: v.string(),
  /** Part of its text around the first match. */
  text: v.string(),
  /** An item found by words of a text: what its address ends in, to open there. */
  place: v.optional(v.string()),
})

export const searchAnswer = v.object({
  /** Kinds with results, the one with the best name first, each with its first page. */
  kinds: v.array(v.object({ kind: v.picklist(SEARCH_KINDS), count: v.number(), results: v.array(searchResult) })),
  /** Items found of each type, if only items were asked for. */
  types: v.array(v.object({ type: itemType, count: v.number() })),
  /** Words that no record has, folded: then nothing is found. */
  unknown: v.array(v.object({ word: v.string() })),
  /** Nothing was found: the search with its misspelled words corrected, which finds something. */
  correction: v.nullable(v.string()),
})
export type SearchAnswer = v.InferOutput<typeof searchAnswer>
