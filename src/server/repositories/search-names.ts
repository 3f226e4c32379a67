import type { RawBuilder } from 'kysely'
import { SEARCH_WORK } from '#contract/limits.ts'
import type { NamedRow } from '#rules/search/name-search.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'
import type { SearchTerm } from '#rules/search/search-terms.ts'
import { indexText } from '#rules/search/search-text.ts'
import type { Db } from '../database/tables.ts'
import { type ReadState, memoizeUntilChange } from './archive-state.ts'
import { containsTexts, isOneOf } from './conditions.ts'
import type { Names } from './spelling.ts'
import { listed, PUBLIC } from './view.ts'

type NamedKind = Exclude<SearchKind, 'item'>
const TABLE = { person: 'person', organization: 'organization', place: 'location', subject: 'subject' } as const
const KINDS: readonly NamedKind[] = ['person', 'organization', 'place', 'subject', 'collection']

/** Published records that may match a search of the site, and what it shows of those that have no list of their own by ids. */
export function createSearchNames(db: Db, state: ReadState) {
  const queries = {
    person: db.selectFrom('person').select(['id', 'search as text']).where(listed('person', PUBLIC)),
    organization: db.selectFrom('organization').select(['id', 'search as text']).where(listed('organization', PUBLIC)),
    place: db.selectFrom('location').select(['id', 'search as text']),
    subject: db.selectFrom('subject').select(['id', 'search as text']).where(listed('subject', PUBLIC)),
  }
  /** At most as many as a search ranks. */
  async function rows(kind: NamedKind, where?: (column: string) => RawBuilder<boolean>): Promise<NamedRow[]> {
    if (kind !== 'collection') {
      const query = queries[kind] as (typeof queries)['place']
      return await query
        .$if(where !== undefined, (all) => all.where(where!(`${TABLE[kind]}.search`)))
        .limit(SEARCH_WORK.ranked)
        .execute()
    }
    // Few, and without a column of folded words.
    const all = await db
      .selectFrom('collection')
      .select(['id', 'collection_name'])
      .where(listed('collection', PUBLIC))
      .execute()
    return all.map((row) => ({ id: row.id, text: indexText(row.collection_name) }))
  }
  const cachedNames = memoizeUntilChange<Names>(state, 1)
  return {
    /** Those that may match: the shortest form of each term is somewhere in their names. */
    having(kind: NamedKind, terms: readonly SearchTerm[]): Promise<NamedRow[]> {
      const shortest = terms.map(({ forms }) => forms.reduce((a, b) => (b.length < a.length ? b : a)))
      return rows(kind, (column) => containsTexts(column, shortest))
    },
    /** The names of all kinds. */
    byWord: () =>
      cachedNames('', async () => {
        const names = new Map<string, string[]>()
        for (const { text } of (await Promise.all(KINDS.map((kind) => rows(kind)))).flat())
          for (const word of new Set(text.split(/ +/))) {
            const same = names.get(word)
            if (same) same.push(text)
            else names.set(word, [text])
          }
        return names
      }),
    async places(ids: readonly number[]) {
      const rows = await db
        .selectFrom('location')
        .select(['id as pk', 'name', 'address'])
        .where(isOneOf('location.id', ids))
        .execute()
      const texts = await db
        .selectFrom('location_description')
        .select(['location_id', 'description'])
        .where(isOneOf('location_id', ids))
        .orderBy('id')
        .execute()
      const textsOf = Map.groupBy(texts, (row) => row.location_id)
      return rows.map((row) => ({
        ...row,
        text: (textsOf.get(row.pk) ?? []).map(({ description }) => description).join(' '),
      }))
    },
    subjects: (ids: readonly number[]) =>
      db
        .selectFrom('subject')
        .select(['id', 'subject_name', 'subject_description'])
        .where(isOneOf('subject.id', ids))
        .execute(),
    collections: (ids: readonly number[]) =>
      db
        .selectFrom('collection')
        .select(['id', 'collection_name', 'collection_description'])
        .where(isOneOf('collection.id', ids))
        .execute(),
  }
}
