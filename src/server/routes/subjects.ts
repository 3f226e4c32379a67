import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'

export function mountSubjects(mount: Mount, { subjects }: Repositories): void {
  mount('subjects', ({ query }) => subjects.list(query))
}
