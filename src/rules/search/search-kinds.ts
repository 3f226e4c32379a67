import {
  collectionAddress,
  itemAddress,
  organizationAddress,
  personAddress,
  subjectAddress,
  zoneAddress,
} from '../addresses/page-addresses.ts'

/** Kinds of search results, in the order of the filters and of the search index. */
export const SEARCH_KINDS = ['item', 'person', 'organization', 'place', 'subject', 'collection'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
export const isSearchKind = (text: string): text is SearchKind => (SEARCH_KINDS as readonly string[]).includes(text)

const ADDRESSES: Record<SearchKind, (id: number) => string> = {
  item: itemAddress,
  person: personAddress,
  organization: organizationAddress,
  place: zoneAddress,
  subject: subjectAddress,
  collection: collectionAddress,
}
/** The address of a result's page. */
export const resultAddress = (kind: SearchKind, id: number): string => ADDRESSES[kind](id)
