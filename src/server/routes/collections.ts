import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'

export function mountCollections(mount: Mount, { collections }: Repositories): void {
  // Every collection is published; there is no draft of one to be seen.
  mount('collections', ({ query }) =>
    query.visibility === 'draft' ? [] : collections.list({ parent: query.parent_collection }),
  )
  mount('collection', ({ id }) => collections.find(id))
}
