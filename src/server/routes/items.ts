import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewOf } from '../repositories/view.ts'

/** What the whole of time is, in the lists and the counts alike. */
const thisYear = () => new Date().getFullYear()

export function mountItems(mount: Mount, { items, itemFacets }: Repositories): void {
  mount('items', ({ query, caller }) => items.list(query, thisYear(), viewOf(caller, 'items')))
  mount('itemFacets', ({ query, caller }) => itemFacets.facets(query, thisYear(), viewOf(caller, 'itemFacets')))
  mount('itemPlaces', ({ query, caller }) => itemFacets.places(query, thisYear(), viewOf(caller, 'itemPlaces')))
  mount('item', ({ id, caller }) => items.find(id, viewOf(caller, 'item')))
}
