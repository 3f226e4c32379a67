import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewOf } from '../repositories/view.ts'

/** Organizations, their premises and who worked there. */
export function mountOrganizations(mount: Mount, { organizations }: Repositories): void {
  mount('organizations', ({ query, caller }) => organizations.list(query, viewOf(caller, 'organizations')))
  mount('organization', ({ id, caller }) => organizations.find(id, viewOf(caller, 'organization')))
  mount('organizationLocations', ({ query, caller }) =>
    organizations.locations(query, viewOf(caller, 'organizationLocations')),
  )
  mount('employment', ({ query, caller }) => organizations.employment(query, viewOf(caller, 'employment')))
}
