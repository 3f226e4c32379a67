import type { Mount } from '../http/mount.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { viewOf } from '../repositories/view.ts'

export function mountSubjects(mount: Mount, { subjects }: Repositories): void {
  mount('subjects', ({ query, caller }) => subjects.list(query, viewOf(caller, 'subjects')))
}
