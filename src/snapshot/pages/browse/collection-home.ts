import type { Item } from '#contract/item.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { decadeOf, itemSpan } from '#rules/dates/partial-dates.ts'
import { countOfItems } from '#rules/names/record-names.ts'
import type { Archive } from '../../archive.ts'
import { compareNames } from './alphabet.ts'
import { collectionTree } from './collection-pages.ts'
import { decadeIndex, typesOf } from './decade-pages.ts'
import { listCard, pickVaried } from './listing.ts'
import { newestItems } from './map-home.ts'
import { subjectTree } from './subject-pages.ts'
import { flatten } from './tree.ts'
import { PAGING } from '#contract/limits.ts'
import { countFacets, type FacetColumns } from '#rules/search/count-facets.ts'
import { picturesFirst } from '#rules/search/item-order.ts'
import { resultCard } from '#views/result-card.ts'

const SUBJECTS = 32
const FEATURED = 4
const NEWEST = 8
/** Root collections shown as a tree; all collections have a page of their own. */
const TREE_ROOTS = 12

/** The static part of the collection page, useful without JavaScript: the search form and links into the collection. */
export function collectionHome(archive: Archive) {
  const subjects = flatten(subjectTree(archive)).filter((node) => node.all > 0)
  const total = archive.lists.items.length
  return {
    address: ADDRESS.collection,
    title: 'Collection',
    description: `Search and browse the ${countOfItems(total)} of the archive: photographs, postcards, papers, objects and recordings.`,
    picture: null,
    trail: [{ href: ADDRESS.collection, text: 'Collection' }],
    total,
    types: typesOf(archive),
    decades: decadeIndex(archive).decades,
    subjects: subjects
      .toSorted((a, b) => b.all - a.all || a.id - b.id)
      .slice(0, SUBJECTS)
      .sort((a, b) => compareNames(a.text, b.text))
      .map(({ href, text, all }) => ({ href, text, count: all })),
    subjectTotal: archive.lists.subjects.length,
    collections: collectionTree(archive).slice(0, TREE_ROOTS),
    collectionTotal: archive.lists.collections.length,
    featured: featuredItems(archive).map((item) => listCard(archive, item)),
    newest: newestItems(archive, NEWEST),
  }
}

/** The richest items with a picture, varied by type and decade. */
const featuredItems = (archive: Archive): Item[] =>
  pickVaried(archive.lists.items, FEATURED, [
    (other, item) => other.type !== item.type && decadeOf(other) !== decadeOf(item),
    (other, item) => decadeOf(other) !== decadeOf(item),
  ])

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
    cards: picturesFirst(archive.itemsByDate, ({ item_scans }) => item_scans.length > 0)
      .slice(0, PAGING.collection)
      .map((item) => resultCard(item, archive.meta.pictures)),
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
