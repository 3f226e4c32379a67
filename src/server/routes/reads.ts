import type { Call, Mount } from '../http/mount.ts'
import type { ReadLimit } from '../http/read-limit.ts'
import { JsonBytes } from '../json/json-text.ts'
import type { ListName, ListReads, ListRequest } from '../reads/list-reads.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewForCall } from '../repositories/view.ts'

interface Deps {
  repositories: Repositories
  reads: ListReads
  /** Limits the work of lists; missing for the archive's own build. */
  limit: ReadLimit | undefined
}

/** Reads of records: public ones, and the drafts that the caller may see. */
export function mountReads(mount: Mount, { repositories, reads, limit }: Deps): void {
  const { collections, items, locationRecords, locations, lots, organizations, people } = repositories

  async function list<N extends ListName>(name: N, { query, caller, request }: Call<N>): Promise<JsonBytes> {
    await limit?.check(request.ip)
    const listRequest = { name, query, view: viewForCall(caller, name) } as ListRequest
    return new JsonBytes(await reads.read(listRequest, (milliseconds) => void limit?.charge(request.ip, milliseconds)))
  }

  // Zones and lots
  mount('locations', (call) => list('locations', call))
  mount('location', ({ id }) => locations.find(id))
  mount('lots', ({ query }) => lots.list(query))
  mount('ownership', ({ query, caller }) => lots.ownership(query, viewForCall(caller, 'ownership')))
  mount('heritage', ({ query }) => locationRecords.heritage(query))
  mount('locationDescriptions', ({ query }) => locationRecords.descriptions(query))
  mount('plaques', ({ query }) => locationRecords.plaques(query))

  // People
  mount('people', (call) => list('people', call))
  mount('person', ({ id, caller }) => people.find(id, viewForCall(caller, 'person')))
  mount('relationships', ({ query, caller }) => people.relationships(query, viewForCall(caller, 'relationships')))

  // Organizations
  mount('organizations', (call) => list('organizations', call))
  mount('organization', ({ id, caller }) => organizations.find(id, viewForCall(caller, 'organization')))
  mount('organizationLocations', ({ query, caller }) =>
    organizations.locations(query, viewForCall(caller, 'organizationLocations')),
  )
  mount('employment', ({ query, caller }) => organizations.employment(query, viewForCall(caller, 'employment')))

  // Subjects and collections
  mount('subjects', (call) => list('subjects', call))
  mount('collections', ({ query, caller }) => collections.list(query, viewForCall(caller, 'collections')))
  mount('collection', ({ id, caller }) => collections.find(id, viewForCall(caller, 'collection')))

  // Items
  mount('items', (call) => list('items', call))
  mount('itemFacets', (call) => list('itemFacets', call))
  mount('itemPlaces', (call) => list('itemPlaces', call))
  mount('item', ({ id, caller }) => items.find(id, viewForCall(caller, 'item')))
}
