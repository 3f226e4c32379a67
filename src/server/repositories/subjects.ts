import type { Query } from '#contract/endpoints.ts'
import type { Subject } from '#contract/subject.ts'
import type { Db } from '../database/tables.ts'
import { containsWords } from './conditions.ts'
import { PUBLIC, listed, withVisibility, shownLink } from './view.ts'

/** Subjects, spec §3. */
export function createSubjects(db: Db) {
  return {
    /** By id; `search` looks for words in names. */
    async list({ search }: Query<'subjects'>, view = PUBLIC): Promise<Subject[]> {
      let query = db
        .selectFrom('subject')
        .select(['id', 'subject_name', 'subject_description', 'visibility'])
        .select(shownLink('subject.subject_parent', 'subject', view).as('subject_parent'))
        .where(listed('subject', view))
        .orderBy('id')
      if (search) query = query.where(containsWords('subject.search', search))
      return (await query.execute()).map((row) => withVisibility(row, view))
    },
  }
}
