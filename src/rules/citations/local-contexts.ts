import type { Collection } from '#contract/collection.ts'
import type { Item } from '#contract/item.ts'

/** Labels, Notices and projects (contract/local-contexts.ts) of an item, or else those of the nearest collection that has some. */
export const localContextsOf = ({
  local_contexts: own,
  collection,
}: Partial<Pick<Item, 'local_contexts' | 'collection'>>) =>
  (own || (collection?.local_contexts ?? '')).split('\n').filter(Boolean)

/** The description of a collection, and what stands beside it. */
export const collectionText = ({ collection_description: text, local_contexts: labels }: Collection): string =>
  [text, labels].filter(Boolean).join('\n\n')
