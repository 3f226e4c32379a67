import type { Client } from '#client/client.ts'
import { collection } from '#contract/collection.ts'
import { SEARCH_MINIMUM } from '#contract/limits.ts'
import { locationFeature } from '#contract/location.ts'
import { organization } from '#contract/organization.ts'
import { person } from '#contract/person.ts'
import { subject } from '#contract/subject.ts'
import { HIERARCHY_NAMES, zoneName } from '#rules/names/record-names.ts'
import { rankTags, suggestionQuery } from '#rules/search/rank-tags.ts'
import { indexText, searchWords } from '#rules/search/search-text.ts'
import { locationTag, organizationTag, personTag, plainTag } from '#rules/wizard/draft-fields.ts'
import type { Schedule } from '../shared/deps.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import { validRows } from '../shared/rows.ts'
import { createSuggestions as createShared, MOST_SUGGESTIONS } from '../shared/suggestions.ts'
import type { SuggestionList } from './add-item-stores.ts'
import type { Tag } from './draft.ts'

/** Characters before a list suggests something (spec §5). Collections are few: all of them are offered at once. */
const MINIMUM: Record<SuggestionList, number> = {
  people: SEARCH_MINIMUM.tags,
  creator: SEARCH_MINIMUM.tags,
  parents: SEARCH_MINIMUM.tags,
  spouses: SEARCH_MINIMUM.tags,
  contributors: SEARCH_MINIMUM.contributors,
  subjects: SEARCH_MINIMUM.tags,
  'subject-parent': SEARCH_MINIMUM.tags,
  organizations: SEARCH_MINIMUM.organizations,
  location: SEARCH_MINIMUM.locations,
  collection: 0,
  'collection-parent': 0,
}

/** `text`: what the search looks at. */
type Found = Tag & { text: string }
const found = (tag: Tag, ...more: string[]): Found => ({ ...tag, text: indexText(tag.name, ...more) })

const features = (answer: unknown) =>
  answer !== null && typeof answer === 'object' && 'features' in answer ? answer.features : answer

/** Searches the records that can be tags. Rejects with what the client throws. */
export function createTagSearch(client: Client) {
  /** Names of the parents; all subjects, because no call returns only some (spec §7), and they are few. */
  const subjectNames = memoizeAsync(
    async () =>
      new Map(validRows(subject, await client.read('subjects')).map(({ id, subject_name }) => [id, subject_name])),
  )

  async function people(search: string, signal: AbortSignal) {
    const rows = validRows(person, await client.read('people', { query: { search }, signal }))
    return rows.map((row) => found(personTag(row)))
  }
  async function organizations(search: string, signal: AbortSignal) {
    const rows = validRows(organization, await client.read('organizations', { query: { search }, signal }))
    return rows.map((row) => found(organizationTag(row), ...row.altname))
  }
  async function subjects(search: string, signal: AbortSignal) {
    const [rows, names] = await Promise.all([
      client.read('subjects', { query: { search }, signal }),
      subjectNames().catch(() => undefined),
    ])
    return validRows(subject, rows).map((row) => {
      const parent = (row.subject_parent !== null && names?.get(row.subject_parent)) || ''
      return found(plainTag(row.id, row.subject_name, parent, row.visibility), row.subject_description)
    })
  }
  async function locations(search: string, signal: AbortSignal) {
    const rows = validRows(locationFeature, features(await client.read('locations', { query: { search }, signal })))
    return rows.map(({ properties }) => {
      const name = zoneName(properties)
      const { pk, address, altnames, earlier_names = [] } = properties
      return found(locationTag(pk, name, address), address, ...altnames, ...earlier_names)
    })
  }
  async function collections(_search: string, signal: AbortSignal) {
    const rows = validRows(collection, await client.read('collections', { signal }))
    return rows.map((row) =>
      found(plainTag(row.id, row.collection_name, HIERARCHY_NAMES[row.hierarchy], row.visibility)),
    )
  }
  const readers: Record<SuggestionList, (search: string, signal: AbortSignal) => Promise<Found[]>> = {
    people,
    creator: people,
    contributors: people,
    parents: people,
    spouses: people,
    subjects,
    'subject-parent': subjects,
    organizations,
    location: locations,
    collection: collections,
    'collection-parent': collections,
  }

  /** The records that have all these words. A server that does not know `search` sends every record, so the answer is filtered here too. */
  return async function searchTags(list: SuggestionList, typed: string, signal: AbortSignal): Promise<Tag[]> {
    const words = searchWords(typed)
    const rows = await readers[list](typed.slice(0, SEARCH_MINIMUM.maximum), signal)
    return rows.filter(({ text }) => words.every((word) => text.includes(word))).map(({ text: _text, ...tag }) => tag)
  }
}

const PEOPLE: ReadonlySet<SuggestionList> = new Set(['people', 'creator', 'parents', 'spouses'])

/** Suggestions for the lists of the wizard and its popups (spec §5), best match first. */
export function createSuggestions({ client, schedule }: { client: Client; schedule: Schedule }) {
  const search = createTagSearch(client)
  return createShared<SuggestionList, Tag>({
    schedule,
    minimum: (list) => MINIMUM[list],
    async find(list, text, signal) {
      const isShort = text.length < MINIMUM[list]
      const name = isShort ? (PEOPLE.has(list) ? 'part' : 'name') : undefined
      const found = await search(list, isShort ? suggestionQuery(text) : text, signal)
      return rankTags(found, text, MOST_SUGGESTIONS, name)
    },
  })
}
