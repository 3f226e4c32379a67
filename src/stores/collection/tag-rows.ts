import type { Client } from '#client/client.ts'
import { organization } from '#contract/organization.ts'
import { person } from '#contract/person.ts'
import { subject } from '#contract/subject.ts'
import { lifeSpan, yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName } from '#rules/names/record-names.ts'
import { indexText, searchWords } from '#rules/search/search-text.ts'
import { memoizeAsync } from '../shared/memoize.ts'
import { validRows } from '../shared/rows.ts'
import type { TagKind } from './collection-stores.ts'
import type { SuggestedTag } from './snapshot-source.ts'

/** `text`: what the search looks at. */
type Found = SuggestedTag & { text: string }
type Rows = { search: string } | { ids: readonly number[] }

/** Records that can be tags, from the API. Invalid rows are left out. Throws what the client throws, and when an answer is not a list. */
export function createTagRows(client: Client) {
  /** All of them: no call returns only some (spec §7), and they are few. */
  const subjects = memoizeAsync(
    async () => new Map(validRows(subject, await client.read('subjects')).map((row) => [row.id, row])),
  )
  async function people(rows: Rows, signal: AbortSignal): Promise<Found[]> {
    const query = 'search' in rows ? rows : { people: rows.ids }
    return validRows(person, await client.read('people', { query, signal })).map((row) => ({
      id: row.id,
      name: personName(row),
      detail: lifeSpan(row),
      text: indexText(personName(row)),
    }))
  }
  async function organizations(query: Rows, signal: AbortSignal): Promise<Found[]> {
    return validRows(organization, await client.read('organizations', { query, signal })).map((row) => ({
      id: row.id,
      name: organizationName(row),
      detail: yearSpan(row.date_opened, row.date_closed),
      text: indexText(row.name, ...row.altname),
    }))
  }
  async function subjectTags(rows: Rows, signal: AbortSignal): Promise<Found[]> {
    if ('ids' in rows) {
      const all = await subjects()
      return rows.ids.flatMap((id) =>
        all.has(id) ? [{ id, name: all.get(id)!.subject_name, detail: '', text: '' }] : [],
      )
    }
    const [found, all] = await Promise.all([
      client.read('subjects', { query: rows, signal }),
      subjects().catch(() => undefined),
    ])
    return validRows(subject, found).map(({ id, subject_name: name, subject_parent: parent, subject_description }) => ({
      id,
      name,
      text: indexText(name, subject_description),
      detail: (parent !== null && all?.get(parent)?.subject_name) || '',
    }))
  }
  const readers = { people, subjects: subjectTags, organizations }

  return {
    /** Records with these words in their names. A server that does not know `search` sends every record (spec §7), so the answer is filtered here too. */
    async search(kind: TagKind, search: string, signal: AbortSignal): Promise<SuggestedTag[]> {
      const words = searchWords(search)
      const rows = await readers[kind]({ search }, signal)
      return rows.filter(({ text }) => words.every((word) => text.includes(word))).map(withoutText)
    },
    /** The existing ones of these records. */
    byId: async (kind: TagKind, ids: readonly number[], signal: AbortSignal) =>
      // A server that does not know the filter sends other rows too.
      (await readers[kind]({ ids }, signal)).filter(({ id }) => ids.includes(id)).map(withoutText),
  }
}
const withoutText = ({ text: _text, ...tag }: Found): SuggestedTag => tag
export type TagRows = ReturnType<typeof createTagRows>
