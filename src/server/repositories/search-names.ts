import { sql, type RawBuilder } from 'kysely'
import { SEARCH_WORK } from '#contract/limits.ts'
import type { NamedRow } from '#rules/search/name-search.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'
import type { SearchTerm } from '#rules/search/search-terms.ts'
import { indexText } from '#rules/search/search-text.ts'
import type { Db } from '../database/tables.ts'
import { type ReadState, memoizeUntilChange } from './archive-state.ts'
import { containsTexts, isOneOf } from './conditions.ts'
import { shownDescriptions } from './locations.ts'
import { shownSize } from './shown-size.ts'
import type { Names } from './spelling.ts'
import { listed, PUBLIC } from './view.ts'

type NamedKind = Exclude<SearchKind, 'item'>
/** Where the names of a kind are. Collections and stories are few, and their names are not stored folded. */
const NAMES: Record<NamedKind, string> = {
  ...{ person: 'person.search', organization: 'organization.search', place: 'location.search' },
  ...{ subject: 'subject.search', collection: 'collection.collection_name', story: 'story.title' },
}
const KINDS = Object.keys(NAMES) as NamedKind[]

/** Places with the names that they have had. */
const PLACES = sql`(select id, name, address, search || coalesce((select ' ' || group_concat(search_text, ' ') from place_name
    where location_id = location.id), '') as search from location) as location`
/** Texts about places, and what else a place is found by. One without a name is called by its number (rules/names `zoneName`). */
const PLACE_TEXTS = sql`select id, search as text from location
    union all select id, 'zone ' || id from location where name = '' and address = ''
    union all select location_id, search_text from location_description where hidden_until is null
    union all select location_id, search_text from heritage
    union all select location_id, search_text from plaque
    union all select location_id, search_text from lot
    union all select location_id, search_text from place_name`

/** What all forms of a term have in common: mostly the shortest one, but `famil` of family and families. */
function commonPart({ forms }: SearchTerm): string {
  let part = [...forms.reduce((a, b) => (b.length < a.length ? b : a))]
  while (!forms.every((form) => form.includes(part.join('')))) part = part.slice(0, -1)
  return part.join('')
}

/** Each term is somewhere in the texts of a record, as rules/search `hasTerms` finds it in one text. The key of a term is one character. */
function isFoundBy(kind: NamedKind, terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const forms = terms.flatMap((term, at) =>
    term.forms.map((form) => `${at.toString(36)} ${form}${term.prefix ? '' : ' '}`),
  )
  const table = sql.table(kind)
  // Looking for one part of each word first is several times quicker: few texts have all of them.
  const likely = containsTexts(`${kind}.search_text`, terms.map(commonPart))
  const text = kind === 'person' ? sql`case when privacy = 'full' then search_text else search end` : sql`search_text`
  const texts = kind === 'place' ? PLACE_TEXTS : sql`select id, ${text} as text from ${table} where ${likely}`
  return sql<boolean>`id in (with form as materialized (
      select substr(value, 1, 1) as term, substr(value, 2) as text from json_each(${JSON.stringify(forms)}) as texts)
    select part.id from (${texts}) as part cross join form on instr(' ' || part.text || ' ', form.text) > 0
    group by part.id having count(distinct form.term) = ${terms.length})`
}

/** Published records that a search of the site finds, and what it shows of those that have no list of their own by ids. */
export function createSearchNames(db: Db, state: ReadState) {
  /** The names of all records, or of those found. At most as many as a search ranks, those with the terms in their names first. */
  async function rows(kind: NamedKind, terms?: readonly SearchTerm[]): Promise<NamedRow[]> {
    const name = NAMES[kind]
    const shown = kind === 'place' ? sql`true` : listed(kind, PUBLIC)
    const found =
      terms && sql` and ${isFoundBy(kind, terms)} order by ${containsTexts(name, terms.map(commonPart))} desc`
    const all =
      await sql<NamedRow>`select id, ${sql.ref(name)} as text from ${kind === 'place' ? PLACES : sql.table(name.split('.')[0]!)}
      where ${shown}${found ?? sql``} limit ${SEARCH_WORK.ranked}`.execute(db)
    const isFolded = kind !== 'collection' && kind !== 'story'
    return isFolded ? all.rows : all.rows.map(({ id, text }) => ({ id, text: indexText(text) }))
  }
  /** How many published items a place has, and the first picture of them. Place by place: only so it is read in the order of an index. */
  async function holdingsOf(place: number) {
    const items = db.selectFrom('item').where('location_id', '=', place).where('visibility', '=', 'published')
    const [{ count }, scan] = await Promise.all([
      items.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      items
        .innerJoin('scan', 'scan.item_id', 'item.id')
        .innerJoin('original', 'original.sha256', 'scan.sha256')
        .select(['scan.id', 'scan.version', ...shownSize()])
        .where('scan.hidden_until', 'is', null)
        .orderBy('item.sort_date')
        .orderBy('item.id')
        .orderBy('scan.scan_order')
        .orderBy('scan.id')
        .limit(1)
        .executeTakeFirst(),
    ])
    return { items: Number(count), scan }
  }
  const cachedNames = memoizeUntilChange<Names>(state, 1)
  return {
    found: rows,
    /** Whether any record has the terms. */
    isKnown: async (terms: readonly SearchTerm[]) =>
      (await Promise.all(KINDS.map((kind) => rows(kind, terms)))).some(({ length }) => length > 0),
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
      const of = isOneOf('location_id', ids)
      const [zones, descriptions, heritage, plaques, held] = await Promise.all([
        db.selectFrom('location').select(['id as pk', 'name', 'address']).where(isOneOf('location.id', ids)).execute(),
        shownDescriptions(db).selectAll().where(of).execute(),
        db.selectFrom('heritage').selectAll().where(of).orderBy('id').execute(),
        db.selectFrom('plaque').selectAll().where(of).orderBy('id').execute(),
        Promise.all(ids.map(async (id) => [id, await holdingsOf(id)] as const)),
      ])
      const holdings = new Map(held)
      return zones.map((zone) => {
        const isOfZone = (row: { location_id: number }) => row.location_id === zone.pk
        return {
          ...zone,
          ...holdings.get(zone.pk)!,
          descriptions: descriptions.filter(isOfZone),
          heritage: heritage.filter(isOfZone),
          plaques: plaques.filter(isOfZone),
        }
      })
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
    stories: (ids: readonly number[]) =>
      db.selectFrom('story').select(['id', 'title', 'lead', 'text']).where(isOneOf('story.id', ids)).execute(),
  }
}
