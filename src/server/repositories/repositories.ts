import type { ArchiveDatabase } from '../database/open.ts'
import { createArchiveState } from './archive-state.ts'
import { createCollections, createStories, createSubjects } from './collections.ts'
import { createHarvest } from './harvest.ts'
import { createItemFacets } from './item-facets.ts'
import { createItems } from './items.ts'
import { createContexts } from './local-contexts.ts'
import { createLocationRecords, createLocations, createLots, createResidents } from './locations.ts'
import { createMerged } from './merged.ts'
import { createOldAddresses } from './old-addresses.ts'
import { createOrganizations } from './organizations.ts'
import { createOverlays } from './map-layers.ts'
import { createPeople } from './people.ts'
import { createSearch } from './search.ts'
import { createTexts } from './texts.ts'

/** All reads of the archive. Each takes the caller's view, by default the public's (view.ts). */
export function createRepositories(reader: ArchiveDatabase) {
  const state = createArchiveState(reader)
  // What the search shows of each kind.
  const found = {
    people: createPeople(reader),
    organizations: createOrganizations(reader),
    items: createItems(reader, state),
    itemFacets: createItemFacets(reader, state),
  }
  return {
    ...found,
    state,
    locations: createLocations(reader),
    lots: createLots(reader),
    residents: createResidents(reader),
    locationRecords: createLocationRecords(reader),
    subjects: createSubjects(reader),
    collections: createCollections(reader),
    stories: createStories(reader),
    texts: createTexts(reader),
    search: createSearch(reader, state, found),
    overlays: createOverlays(reader),
    merged: createMerged(reader, state),
    oldAddresses: createOldAddresses(reader, state),
    harvest: createHarvest(reader, state),
    contexts: createContexts(reader),
  }
}
export type Repositories = ReturnType<typeof createRepositories>
