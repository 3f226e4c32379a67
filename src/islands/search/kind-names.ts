import type { SearchKind } from '#rules/search/search-kinds.ts'

export const KIND_NAMES: Record<SearchKind, string> = {
  item: 'Items',
  person: 'People',
  organization: 'Organizations',
  place: 'Places',
  subject: 'Subjects',
  collection: 'Collections',
}
export const KIND_NAME: Record<SearchKind, string> = {
  item: 'Item',
  person: 'Person',
  organization: 'Organization',
  place: 'Place',
  subject: 'Subject',
  collection: 'Collection',
}
