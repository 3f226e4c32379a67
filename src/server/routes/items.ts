import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'

export function mountItems(mount: Mount, { items }: Repositories): void {
  mount('items', ({ query }) => items.list(query, new Date().getFullYear()))
  mount('item', ({ id }) => items.find(id))
}
