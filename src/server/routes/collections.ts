import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewOf } from '../repositories/view.ts'

export function mountCollections(mount: Mount, { collections }: Repositories): void {
  mount('collections', ({ query, caller }) =>
    collections.list({ parent: query.parent_collection, visibility: query.visibility }, viewOf(caller, 'collections')),
  )
  mount('collection', ({ id, caller }) => collections.find(id, viewOf(caller, 'collection')))
}
