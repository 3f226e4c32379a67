import { SEARCH_KINDS, type SearchKind } from '#contract/kinds.ts'
import {
  collectionAddress,
  itemAddress,
  organizationAddress,
  personAddress,
  storyAddress,
  subjectAddress,
  zoneAddress,
} from '../addresses/page-addresses.ts'

export { SEARCH_KINDS, type SearchKind } from '#contract/kinds.ts'
export const isSearchKind = (text: string): text is SearchKind => (SEARCH_KINDS as readonly string[]).includes(text)

const ADDRESSES: Record<SearchKind, (id: number) => string> = {
  item: itemAddress,
  person: personAddress,
  organization: organizationAddress,
  place: zoneAddress,
  subject: subjectAddress,
  collection: collectionAddress,
  story: storyAddress,
}
export const resultAddress = (kind: SearchKind, id: number): string => ADDRESSES[kind](id)
