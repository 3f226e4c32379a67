import { sql } from 'kysely'
import type { Collection } from '#contract/collection.ts'
import type { Query } from '#contract/endpoints.ts'
import type { Story } from '#contract/story.ts'
import type { Subject } from '#contract/subject.ts'
import type { Db } from '../database/tables.ts'
import { PUBLIC, lastChanged, listed, withVisibility, shownLink, visible, type View } from './view.ts'
import { containsWords } from './conditions.ts'

/** Collections, spec §3. */
export function createCollections(db: Db) {
  const select = (view: View) =>
    db
      .selectFrom('collection')
      .select(['id', 'collection_name', 'collection_description', 'hierarchy', 'visibility'])
      .select(['rights', 'rights_holder', 'credit_line', 'local_contexts'])
      .select(shownLink('collection.parent_collection', 'collection', view).as('parent_collection'))
      .select(lastChanged('collection').as('updated_at'))
  return {
    /** Sorted by id; `parent_collection` limits it to direct children of a visible collection. */
    async list({ parent_collection: parent, visibility }: Query<'collections'>, view = PUBLIC): Promise<Collection[]> {
      let query = select(view).where(listed('collection', view)).orderBy('id')
      if (visibility) query = query.where('collection.visibility', '=', visibility)
      if (parent) {
        query = query
          .where('collection.parent_collection', '=', parent)
          .where((e) =>
            e.exists(
              db
                .selectFrom('collection as above')
                .select('above.id')
                .where('above.id', '=', parent)
                .where(visible('above', view)),
            ),
          )
      }
      return (await query.execute()).map((row) => withVisibility(row, view))
    },
    async find(id: number, view = PUBLIC): Promise<Collection | undefined> {
      const row = await select(view)
        .where('collection.id', '=', id)
        .where(visible('collection', view))
        .executeTakeFirst()
      return row && withVisibility(row, view)
    },
  }
}

/** Subjects, spec §3. */
export function createSubjects(db: Db) {
  return {
    /** By id; `search` looks for words in names. */
    async list({ search }: Query<'subjects'>, view = PUBLIC): Promise<Subject[]> {
      let query = db
        .selectFrom('subject')
        .select(['id', 'subject_name', 'subject_description', 'same_as', 'visibility'])
        .select(shownLink('subject.subject_parent', 'subject', view).as('subject_parent'))
        .select(lastChanged('subject').as('updated_at'))
        .where(listed('subject', view))
        .orderBy('id')
      if (search) query = query.where(containsWords('subject.search', search))
      const rows = await query.execute()
      return rows.map((row) => ({ ...withVisibility(row, view), same_as: JSON.parse(row.same_as) as string[] }))
    },
  }
}

/** When a story was published first. */
const publishedAt = sql<
  string | null
>`(select coalesce(min(case when action = 'published' then at end), min(at)) from audit
  where kind = 'stories' and record_key = cast(story.id as text) and visibility = 'published')`.as('published_at')

export function createStories(db: Db) {
  const select = db
    .selectFrom('story')
    .select(['id', 'title', 'lead', 'text', 'visibility', publishedAt, lastChanged('story').as('updated_at')])
    .orderBy('id')
  return {
    list: async (view = PUBLIC): Promise<Story[]> =>
      (await select.where(listed('story', view)).execute()).map((row) => withVisibility(row, view)),
    async find(id: number, view = PUBLIC): Promise<Story | undefined> {
      const row = await select.where('id', '=', id).where(visible('story', view)).executeTakeFirst()
      return row && withVisibility(row, view)
    },
  }
}
