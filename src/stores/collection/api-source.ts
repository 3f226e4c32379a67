import { atom } from 'nanostores'
import * as v from 'valibot'
import { loadErrorOf } from '#client/errors.ts'
import { collection as collectionSchema, type Collection } from '#contract/collection.ts'
import { item } from '#contract/item.ts'
import { organization } from '#contract/organization.ts'
import { person } from '#contract/person.ts'
import { subject } from '#contract/subject.ts'
import { lifeSpan, yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import { rankTags, suggestionQuery } from '#rules/search/rank-tags.ts'
import { indexText, searchWords } from '#rules/search/search-text.ts'
import { resultCard } from '#views/result-card.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import { listPage, validRows } from '../shared/rows.ts'
import type { TagKind } from './collection-stores.ts'
import type { CollectionDeps } from './deps.ts'
import type { SuggestedTag } from '../shared/suggestions.ts'
import type { ItemSource } from './item-source.ts'
import { pageQuery, searchQuery, sentText } from './queries.ts'
import { isUnsupported, NotAListError } from './sources.ts'

/** `text`: what the search looks at. */
type TagRow = SuggestedTag & { text: string }
type Rows = { search: string } | { ids: readonly number[] }

/** Items, their counts and names from the API. Invalid rows are left out. Rejects with what the client throws. */
export function createApiSource({
  client,
  apiBase,
  thisYear,
}: Pick<CollectionDeps, 'client' | 'apiBase' | 'thisYear'>) {
  /** A server of the contract alone has no counts, and its filter by a collection leaves out what lies below: it gets the ids of all. */
  const $isPlain = atom(false)

  async function collections(signal?: AbortSignal, parent?: number): Promise<Collection[]> {
    const query = { parent_collection: parent, visibility: 'published' }
    return validRows(collectionSchema, await client.read('collections', { query, signal })).filter(isPublished)
  }
  const allCollections = memoizeAsync(() => collections())
  async function withBelow(id: number): Promise<number[]> {
    const all = await allCollections()
    const found = new Set([id])
    for (const above of found) for (const each of all) if (each.parent_collection === above) found.add(each.id)
    return [...found]
  }
  const orMissing = async <Row>(read: Promise<Row>): Promise<Row | null> => {
    try {
      return await read
    } catch (problem) {
      if (loadErrorOf(problem) === 'missing') return null
      throw problem
    }
  }
  async function one(id: number, signal: AbortSignal): Promise<Collection | null> {
    const read = await orMissing(client.call('collection', { path: { id }, signal }))
    return read && isPublished(read) ? read : null
  }
  async function placeName(id: number, signal: AbortSignal): Promise<[number, string][]> {
    const zone = await orMissing(client.call('location', { path: { id }, signal }))
    return zone ? [[id, zoneName(zone.properties)]] : []
  }

  /** All of them: no call returns only some (spec §7), and they are few. */
  const subjects = memoizeAsync(
    async () => new Map(validRows(subject, await client.read('subjects')).map((row) => [row.id, row])),
  )
  const tagRows: Record<TagKind, (rows: Rows, signal: AbortSignal) => Promise<TagRow[]>> = {
    async people(rows, signal) {
      const query = 'search' in rows ? rows : { people: rows.ids }
      return validRows(person, await client.read('people', { query, signal })).map((row) => ({
        id: row.id,
        name: personName(row),
        detail: lifeSpan(row),
        text: indexText(personName(row)),
      }))
    },
    async organizations(query, signal) {
      return validRows(organization, await client.read('organizations', { query, signal })).map((row) => ({
        id: row.id,
        name: organizationName(row),
        detail: yearSpan(row.date_opened, row.date_closed),
        text: indexText(row.name, ...row.altname),
      }))
    },
    async subjects(rows, signal) {
      const found =
        'ids' in rows
          ? [...(await subjects()).values()]
          : validRows(subject, await client.read('subjects', { query: rows, signal }))
      const all = await subjects().catch(() => undefined)
      return found.map(({ id, subject_name: name, subject_parent: parent, subject_description }) => ({
        id,
        name,
        text: indexText(name, subject_description),
        detail: (parent !== null && all?.get(parent)?.subject_name) || '',
      }))
    },
  }

  const source: ItemSource = {
    async list({ search, page, sort }, signal) {
      const { collection } = search
      const below = $isPlain.get() &&
        collection !== null && {
          collection: undefined,
          collections: await withBelow(collection),
        }
      const query = { ...searchQuery(search, thisYear), ...below, ...pageQuery(page), sort }
      const read = v.safeParse(listPage, await client.read('items', { query, signal }))
      if (!read.success) throw new NotAListError()
      const { count, results, shortened = [], suggestion } = read.output
      const items = validRows(item, results).filter(({ visibility }) => visibility === 'published')
      return { count, items: items.map((each) => resultCard(each, apiBase)), shortened, suggestion }
    },
    async facets(search, signal) {
      try {
        return await client.call('itemFacets', { query: searchQuery(search, thisYear), signal })
      } catch (problem) {
        if (isUnsupported(problem)) $isPlain.set(true)
        throw problem
      }
    },
    places: (search, signal) => client.call('itemPlaces', { query: searchQuery(search, thisYear), signal }),
    async suggest(kind, text, most, signal) {
      const search = suggestionQuery(sentText(text))
      const words = searchWords(search)
      // A server that does not know `search` sends every record (spec §7).
      const rows = (await tagRows[kind]({ search }, signal)).filter((row) =>
        words.every((word) => row.text.includes(word)),
      )
      const { tags, more } = rankTags(rows, text, most, kind === 'people' ? 'part' : 'name')
      return { tags: tags.map(({ text: _, ...tag }) => tag), more }
    },
    collections,
    async collection(id, signal) {
      const [collection, children] = await Promise.all([one(id, signal), collections(signal, id)])
      if (!collection) return null
      const above = collection.parent_collection
      const parent = above === null ? null : await one(above, signal)
      return { collection, parent, children: children.filter((each) => each.parent_collection === id) }
    },
    async names(kind, ids, signal) {
      if (kind === 'place') return new Map((await Promise.all(ids.map((id) => placeName(id, signal)))).flat())
      // A server that does not know the filter sends other rows too.
      const rows = (await tagRows[kind]({ ids }, signal)).filter(({ id }) => ids.includes(id))
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
  return { ...source, $isPlain }
}

/** A server whose list is always published may leave the field out. */
const isPublished = ({ visibility }: Collection) => visibility !== 'draft'
