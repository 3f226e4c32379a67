import type { Archive } from '../../types.ts'
import { decadePages, decadesOf, typePages } from './decade-pages.ts'
import type { ListView } from './listing.ts'
import { memoizePerArchive } from '../../memoize-per-archive.ts'
import { entriesOf, type Pages } from './page-paths.ts'
import { type IndexView, organizationPages, peoplePages } from './people-index.ts'
import { allPlaces } from './place-index.ts'
import { recordLists } from './record-lists.ts'
import { tablePages, type TableView } from './table-pages.ts'

/**
 * The pages of `[section]/[...page].astro`: the indexes of people, organizations and places, the items by type and decade, and further items and rows of a record.
 */
export const sectionPages = memoizePerArchive(
  'section pages',
  (archive: Archive): Pages<IndexView | ListView | TableView> =>
    new Map<string, () => IndexView | ListView | TableView>([
      ...entriesOf(peoplePages(archive)),
      ...entriesOf(organizationPages(archive)),
      ...entriesOf(allPlaces(archive)),
      ...typePages(archive),
      ...decadesOf(archive).flatMap((decade) => decadePages(archive, decade)),
      ...recordLists(archive),
      ...tablePages(archive),
    ]),
)
