import type { Item } from '#contract/item.ts'
import { PAGING } from '#contract/limits.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import { countFacets, type FacetColumns } from '#rules/search/count-facets.ts'
import { resultCard } from '#views/result-card.ts'
import type { Archive } from '../../types.ts'

/** Collections in the static page's filter; the others arrive with the first API answer. */
const MOST_COLLECTIONS = 24

/** The initial results of the collection page, as the API would answer: the first page of all items, and the facets. */
export function firstResults(archive: Archive, thisYear: number) {
  const { items, subjects, collections: all } = archive.lists
  const names = {
    subjects: subjects.map(({ id, subject_name }) => [id, subject_name] as const),
    collections: all.map((each) => [each.id, each.collection_name, each.parent_collection] as const),
  }
  const facets = countFacets(columnsOf(items), new Uint8Array(items.length), names, { thisYear, chosen: [] })
  // Our API's filter includes the collections below; that of other servers, which have no change counter, may not.
  const collections =
    archive.meta.counter !== null
      ? facets.collections
      : facets.collections
          .map((each) => ({ ...each, count: archive.itemsOfCollection(each.id).length }))
          .filter(({ count }) => count > 0)
  return {
    count: facets.count,
    cards: archive.itemsByDate.slice(0, PAGING.collection).map((item) => resultCard(item, archive.meta.apiBase)),
    facets: {
      ...facets,
      collections: collections
        .toSorted((a, b) => b.count - a.count || a.id - b.id)
        .slice(0, MOST_COLLECTIONS)
        .sort((a, b) => a.id - b.id),
    },
  }
}

function columnsOf(items: readonly Item[]): FacetColumns {
  const spans = items.map(itemSpan)
  const decade = (date: number | undefined) => (date === undefined ? null : Math.floor(date / 100_000))
  return {
    type: items.map(({ type }) => type),
    from: spans.map((span) => decade(span?.start)),
    to: spans.map((span) => decade(span?.end)),
    collection: items.map(({ collection }) => collection?.id ?? null),
    linkRow: items.flatMap(({ subject }, row) => subject.map(() => row)),
    linkSubject: items.flatMap(({ subject }) => subject.map(({ id }) => id)),
  }
}
