import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'

/** People and their parents and children. */
export function mountPeople(mount: Mount, { people }: Repositories): void {
  mount('people', ({ query }) => people.list(query))
  mount('person', ({ id }) => people.find(id))
  mount('relationships', ({ query }) => people.relationships(query))
}
