import {
  collectionQuery,
  readCollectionAddress,
  type CollectionSearch,
  type CollectionView,
} from '#rules/collection-address.ts'
import { createPause } from '../shared/waits.ts'
import type { CollectionParts } from './parts.ts'

/** Milliseconds of rest after which the next change of the same input is a new entry in the history. */
const BURST = 2_000

type Said = { search: CollectionSearch; view: CollectionView }

/** The address of the page and the entries of the browser's history, one for each search that somebody looked at. */
export function createHistory({ address, later, thisYear }: Pick<CollectionParts, 'address' | 'later' | 'thisYear'>) {
  const rest = createPause(later)
  /** The input that is being changed: its changes are one entry. */
  let burst: string | undefined
  /** Texts that are longer than an address holds, by what it holds of them. */
  const whole = new Map<string, string>()

  const endBurst = () => {
    rest.cancel()
    burst = undefined
  }
  function write({ search, view }: Said, how: 'push' | 'replace') {
    const query = collectionQuery(search, view)
    const params = new URLSearchParams(query)
    const cut = params.get('q') ?? ''
    if (cut !== search.search) whole.set(cut, search.search)
    if (params.toString() !== address.read().toString()) address[how](query)
  }
  return {
    read(): Said & { nonsense: boolean } {
      const { search, ...others } = readCollectionAddress(address.read(), thisYear)
      return { ...others, search: { ...search, search: whole.get(search.search) ?? search.search } }
    },
    /** A new entry; changes of the same input that follow each other closely are one. */
    push(said: Said, input?: string) {
      const how = input !== undefined && input === burst ? 'replace' : 'push'
      endBurst()
      write(said, how)
      if (input === undefined) return
      burst = input
      rest.after(BURST, endBurst)
    },
    replace: (said: Said) => write(said, 'replace'),
    endBurst,
  }
}
