import { PAGING } from '#contract/limits.ts'
import { readCatalogue } from '#rules/catalogue/catalogue-file.ts'
import { openCatalogue } from '#rules/catalogue/catalogue-search.ts'
import { resultCard } from '#views/result-card.ts'
import { packedCatalogue } from '../../packed-catalogue.ts'
import type { Archive } from '../../types.ts'

/** Collections in the static page's filter; the others arrive with the first API answer. */
const MOST_COLLECTIONS = 24

/** The initial results of the collection page, as the API would answer: the first page of all items, and the facets. */
export function firstResults(archive: Archive, thisYear: number) {
  const catalogue = openCatalogue(readCatalogue(packedCatalogue(archive.lists))!, thisYear)
  const facets = catalogue.facets({})
  // Our API's filter includes the collections below; that of other servers, which have no change counter, may not.
  const collections =
    archive.meta.counter !== null
      ? facets.collections
      : facets.collections
          .map((each) => ({ ...each, count: archive.itemsOfCollection(each.id).length }))
          .filter(({ count }) => count > 0)
  return {
    count: facets.count,
    cards: catalogue
      .find({})
      .slice(0, PAGING.collection)
      .map((id) => resultCard(archive.item(id)!, archive.meta.apiBase)),
    facets: {
      ...facets,
      collections: collections
        .toSorted((a, b) => b.count - a.count || a.id - b.id)
        .slice(0, MOST_COLLECTIONS)
        .sort((a, b) => a.id - b.id),
    },
  }
}
