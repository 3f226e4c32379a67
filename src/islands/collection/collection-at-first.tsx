import type { ReactElement } from 'react'
import { createClient } from '#client/client.ts'
import type { ItemFacets } from '#contract/item-facets.ts'
import type { ResultCard as Card } from '#rules/result-card.ts'
import { createCollectionStores } from '#stores/collection/create-collection-stores.ts'
import { CollectionPage } from './CollectionPage.tsx'
import { EAGER, ResultCard } from './ResultCard.tsx'
import { CollectionContext, type CollectionParts } from './stores-context.ts'

const nothing = () => Promise.reject(new Error('A page that is being built reads nothing.'))

const storesAtFirst = () =>
  createCollectionStores({
    client: createClient({ base: '' }),
    snapshot: {
      list: nothing,
      facets: nothing,
      places: nothing,
      suggest: nothing,
      collections: nothing,
      names: nothing,
    },
    apiBase: '',
    thisYear: new Date().getFullYear(),
    storage: null,
    address: { read: () => new URLSearchParams(), push: () => {}, replace: () => {}, whenMoved: () => () => {} },
    later: () => () => {},
    whenOnline: () => () => {},
  })

/** The first results as the page's script draws them. */
export const cardsAtFirst = (cards: readonly Card[]): ReactElement => {
  const parts: CollectionParts = { stores: storesAtFirst(), first: null, data: nothing, typed: {} }
  return (
    <CollectionContext value={parts}>
      {cards.map((card, at) => (
        <ResultCard key={card.id} card={card} eager={at < EAGER} />
      ))}
    </CollectionContext>
  )
}

/** The live part of the collection page as it is before anything was asked for. `html` are the `cardsAtFirst`. */
export const collectionAtFirst = (first: { count: number; facets: ItemFacets; html: string }): ReactElement => (
  <CollectionPage stores={storesAtFirst()} first={first} data={nothing} typed={{}} />
)
