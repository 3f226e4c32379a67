import type { Kysely } from 'kysely'
import type { Subject } from '#contract/subject.ts'
import type { Tables } from '../database/tables.ts'
import { holdsWords } from './conditions.ts'

/** Subjects, spec §3. */
export function createSubjects(db: Kysely<Tables>) {
  return {
    /** By id; `search` holds words of a name. */
    list({ search }: { search?: string | undefined }): Promise<Subject[]> {
      const query = db
        .selectFrom('subject')
        .select(['id', 'subject_name', 'subject_description', 'subject_parent'])
        .orderBy('id')
      return (search ? query.where(holdsWords('subject.search', search)) : query).execute()
    },
  }
}
