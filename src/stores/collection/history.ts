import { collectionQuery, type CollectionSearch, type CollectionView } from '#rules/addresses/collection-address.ts'
import { readCollectionAddress } from '#rules/addresses/read-collection-address.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { CollectionDeps } from './deps.ts'

/** Milliseconds without a change after which the next change of the same input adds a history entry. */
const BURST = 2_000

type AddressState = { search: CollectionSearch; view: CollectionView }

/** The page's address and its history entries, one per search. */
export function createHistory({
  address,
  schedule,
  thisYear,
}: Pick<CollectionDeps, 'address' | 'schedule' | 'thisYear'>) {
  const debounce = createDebounce(schedule)
  /** The input being changed: its changes share one entry. */
  let burst: string | undefined
  /** Full texts of searches too long for an address, by their shortened form. */
  const fullTexts = new Map<string, string>()

  const endBurst = () => {
    debounce.cancel()
    burst = undefined
  }
  function write({ search, view }: AddressState, how: 'push' | 'replace') {
    const query = collectionQuery(search, view)
    const params = new URLSearchParams(query)
    const cut = params.get('q') ?? ''
    if (cut !== search.search) fullTexts.set(cut, search.search)
    if (params.toString() !== address.read().toString()) address[how](query)
  }
  return {
    read() {
      const { search, ...others } = readCollectionAddress(address.read(), thisYear)
      return { ...others, search: { ...search, search: fullTexts.get(search.search) ?? search.search } }
    },
    /** Adds an entry. Quick changes of the same input share one. */
    push(state: AddressState, input?: string) {
      const how = input !== undefined && input === burst ? 'replace' : 'push'
      endBurst()
      write(state, how)
      if (input === undefined) return
      burst = input
      debounce.after(BURST, endBurst)
    },
    replace: (state: AddressState) => write(state, 'replace'),
    endBurst,
  }
}
