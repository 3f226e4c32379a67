import { TYPE_NAMES } from '#rules/names/record-names.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'

export const KIND_NAMES: Record<SearchKind, string> = {
  item: 'Items',
  person: 'People',
  organization: 'Organizations',
  place: 'Places',
  subject: 'Subjects',
  collection: 'Collections',
  story: 'Stories',
}
export const KIND_NAME: Record<SearchKind, string> = {
  item: 'Item',
  person: 'Person',
  organization: 'Organization',
  place: 'Place',
  subject: 'Subject',
  collection: 'Collection',
  story: 'Story',
}

/** `paper_record` becomes "Paper record"; an unknown type stays as it is. */
export const typeLabel = (type: string): string => (TYPE_NAMES as Record<string, string>)[type] ?? type
