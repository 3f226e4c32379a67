/** Kinds of search results, in the order of the filters and of the search index. */
export const SEARCH_KINDS = ['item', 'person', 'organization', 'place', 'subject', 'collection'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
