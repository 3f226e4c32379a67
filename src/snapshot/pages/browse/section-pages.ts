import { type Archive, memoizePerArchive } from '../../archive.ts'
import { decadePages, decadesOf, typePages } from './decade-pages.ts'
import type { ListView } from './listing.ts'
import { entriesOf, type Pages } from '../page-view.ts'
import { type IndexView, organizationPages, peoplePages, placePages, withFaces } from './name-indexes.ts'
import { facesOfOrganizations, facesOfPeople, facesOfPlaces } from './faces.ts'
import { leafPages, type LeafPage } from '../leaf-pages.ts'
import { recordLists, tablePages, type TableView } from './further-pages.ts'

/**
 * The pages of `[section]/[...page].astro`: the indexes of people, organizations and places, the items by type and decade, further items and rows of a record, and pages of an item.
 */
export const sectionPages = memoizePerArchive(
  'section pages',
  (archive: Archive): Pages<IndexView | ListView | TableView | LeafPage> =>
    new Map<string, () => IndexView | ListView | TableView | LeafPage>([
      ...entriesOf(withFaces(peoplePages(archive.lists.people), facesOfPeople(archive))),
      ...entriesOf(withFaces(organizationPages(archive.lists.organizations), facesOfOrganizations(archive))),
      ...entriesOf(withFaces(placePages(archive), facesOfPlaces(archive))),
      ...typePages(archive),
      ...decadesOf(archive).flatMap((decade) => decadePages(archive, decade)),
      ...recordLists(archive),
      ...tablePages(archive),
      ...leafPages(archive),
    ]),
)
