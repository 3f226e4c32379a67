import type { ItemFacets } from '#contract/item-facets.ts'
import type { ResultCard } from '#views/result-card.ts'
import { createCollectionPage } from './collection-page.ts'
import { ResultCards } from './ResultCard.tsx'
import { CollectionContext } from './page-context.ts'

const NONE: ItemFacets = { count: 0, types: [], decades: [], undated: 0, earlier: 0, subjects: [], collections: [] }

/** The first page of all items, rendered at build. The island shows it as a slot until the first answer, so its data is not sent twice. */
export const FirstCards = ({ apiBase, cards }: { apiBase: string; cards: readonly ResultCard[] }) => (
  <CollectionContext value={createCollectionPage({ apiBase, first: { count: cards.length, facets: NONE } })}>
    <ResultCards cards={cards} />
  </CollectionContext>
)
