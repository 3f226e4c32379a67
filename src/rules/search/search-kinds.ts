/** Kinds of search results, in the order of the filters. */
export const SEARCH_KINDS = ['item', 'person', 'organization', 'place', 'subject', 'collection'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
export const isSearchKind = (text: string): text is SearchKind => (SEARCH_KINDS as readonly string[]).includes(text)
