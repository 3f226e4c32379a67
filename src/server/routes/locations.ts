import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewOf } from '../repositories/view.ts'

/** Zones, lots, and what is written about them. */
export function mountLocations(mount: Mount, { locations, lots, locationRecords }: Repositories): void {
  mount('locations', ({ query }) => locations.list(query))
  mount('location', ({ id }) => locations.find(id))
  mount('lots', ({ query }) => lots.list({ location: query.search }))
  mount('ownership', ({ query, caller }) => lots.ownership(query, viewOf(caller, 'ownership')))
  mount('heritage', ({ query }) => locationRecords.heritage(query))
  mount('locationDescriptions', ({ query }) => locationRecords.descriptions({ location: query.search }))
  mount('plaques', ({ query }) => locationRecords.plaques({ location: query.search }))
}
