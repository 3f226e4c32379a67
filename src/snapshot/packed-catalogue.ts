import type { Item } from '#contract/item.ts'
import { packCatalogue, type CatalogueFile, type CatalogueRow } from '#rules/catalogue/catalogue-file.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import { peopleOfItem } from '#rules/people/people-of-item.ts'
import { memoizePerArchive } from './memoize-per-archive.ts'
import type { SnapshotLists } from './types.ts'

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

const rowOf = (item: Item): CatalogueRow => ({
  id: item.id,
  type: item.type,
  span: itemSpan(item),
  location: item.location?.id ?? null,
  collection: item.collection?.id ?? null,
  people: idsOf(peopleOfItem(item)),
  subjects: idsOf(item.subject),
  organizations: idsOf(item.organizations),
})

/** Every item in columns, for searching the last build on the collection page (rules/catalogue/catalogue.ts). */
export const packedCatalogue = memoizePerArchive(
  'packed catalogue',
  ({ items, subjects, collections }: SnapshotLists): CatalogueFile =>
    packCatalogue(items.map(rowOf), {
      subjects: subjects.map(({ id, subject_name }) => [id, subject_name]),
      collections: collections.map((each) => [each.id, each.collection_name, each.parent_collection]),
    }),
)
