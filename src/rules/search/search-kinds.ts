import { SEARCH_KINDS, type SearchKind } from '#contract/kinds.ts'
import { recordAddress } from '../addresses/record-address.ts'

export { SEARCH_KINDS, type SearchKind } from '#contract/kinds.ts'
export const isSearchKind = (text: string): text is SearchKind => (SEARCH_KINDS as readonly string[]).includes(text)

const LISTS: Record<SearchKind, string> = {
  ...{ item: 'items', person: 'people', organization: 'organizations', place: 'locations' },
  ...{ subject: 'subjects', collection: 'collections', story: 'stories' },
}
export const resultAddress = (kind: SearchKind, id: number): string => recordAddress(LISTS[kind], id)!
