import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'

/** Organizations, their premises and who worked there. */
export function mountOrganizations(mount: Mount, { organizations }: Repositories): void {
  mount('organizations', ({ query }) => organizations.list(query))
  mount('organization', ({ id }) => organizations.find(id))
  mount('organizationLocations', ({ query }) => organizations.locations(query))
  mount('employment', ({ query }) => organizations.employment(query))
}
