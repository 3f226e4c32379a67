import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewOf } from '../repositories/view.ts'

export function mountItems(mount: Mount, { items }: Repositories): void {
  mount('items', ({ query, caller }) => items.list(query, new Date().getFullYear(), viewOf(caller, 'items')))
  mount('item', ({ id, caller }) => items.find(id, viewOf(caller, 'item')))
}
