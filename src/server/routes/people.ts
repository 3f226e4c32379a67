import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewOf } from '../repositories/view.ts'

/** People and their parents and children. */
export function mountPeople(mount: Mount, { people }: Repositories): void {
  mount('people', ({ query, caller }) => people.list(query, viewOf(caller, 'people')))
  mount('person', ({ id, caller }) => people.find(id, viewOf(caller, 'person')))
  mount('relationships', ({ query, caller }) => people.relationships(query, viewOf(caller, 'relationships')))
}
