import type { Item } from '#contract/item.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { decadeOf } from '#rules/dates/partial-dates.ts'
import { countOfItems } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { compareNames } from './alphabet.ts'
import { collectionTree } from './collection-pages.ts'
import { decadeIndex, typesOf } from './decade-pages.ts'
import { listCard } from './listing.ts'
import { newestItems } from './map-home.ts'
import { pickVaried } from './richness.ts'
import { subjectTree } from './subject-pages.ts'
import { flatten } from './tree.ts'

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
