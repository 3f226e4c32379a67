import { SEARCH_KINDS, type SearchKind } from '#contract/kinds.ts'
import { recordAddress } from '../addresses/record-address.ts'

export { SEARCH_KINDS, type SearchKind } from '#contract/kinds.ts'
export const isSearchKind = (text: string): text is SearchKind => (SEARCH_KINDS as readonly string[]).includes(text)

/** Those that are called otherwise than their kind with an s. */
const LISTS: Partial<Record<SearchKind, string>> = { person: 'people', place: 'locations', story: 'stories' }
export const resultAddress = (kind: SearchKind, id: number): string => recordAddress(LISTS[kind] ?? `${kind}s`, id)!
