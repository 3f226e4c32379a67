import type { Client } from '#client/client.ts'
import { organization } from '#contract/organization.ts'
import { person } from '#contract/person.ts'
import { subject, type Subject } from '#contract/subject.ts'
import { lifeSpan, yearSpan } from '#rules/life-spans.ts'
import { organizationName, personName } from '#rules/names.ts'
import { rowsOf } from '../shared/rows.ts'
import type { TagKind } from './collection-stores.ts'
import type { SuggestedTag } from './snapshot-source.ts'

type Rows = { search: string } | { ids: readonly number[] }

/** Records that can be tags, as the API has them; a row that breaks the contract is left out. Throws what the client throws, and for what is no list. */
export function createTagRows(client: Client) {
  let everySubject: Promise<ReadonlyMap<number, Subject>> | undefined

  /** All of them: there is no call for a few (spec §7), and they are not many. One list that fails is asked for again. */
  function subjects(): Promise<ReadonlyMap<number, Subject>> {
    everySubject ??= client.read('subjects').then(
      (answer) => new Map(rowsOf(subject, answer).map((row) => [row.id, row])),
      (problem: unknown) => {
        everySubject = undefined
        throw problem
      },
    )
    return everySubject
  }
  async function people(rows: Rows, signal: AbortSignal): Promise<SuggestedTag[]> {
    const query = 'search' in rows ? rows : { people: rows.ids }
    return rowsOf(person, await client.read('people', { query, signal })).map((row) => ({
      id: row.id,
      name: personName(row),
      detail: lifeSpan(row.date_of_birth, row.date_of_death),
    }))
  }
  async function organizations(query: Rows, signal: AbortSignal): Promise<SuggestedTag[]> {
    return rowsOf(organization, await client.read('organizations', { query, signal })).map((row) => ({
      id: row.id,
      name: organizationName(row),
      detail: yearSpan(row.date_opened, row.date_closed),
    }))
  }
  async function subjectTags(rows: Rows, signal: AbortSignal): Promise<SuggestedTag[]> {
    if ('ids' in rows) {
      const all = await subjects()
      return rows.ids.flatMap((id) => (all.has(id) ? [{ id, name: all.get(id)!.subject_name, detail: '' }] : []))
    }
    const [found, all] = await Promise.all([
      client.read('subjects', { query: rows, signal }),
      subjects().catch(() => undefined),
    ])
    return rowsOf(subject, found).map(({ id, subject_name: name, subject_parent: parent }) => ({
      id,
      name,
      detail: (parent !== null && all?.get(parent)?.subject_name) || '',
    }))
  }
  const readers = { people, subjects: subjectTags, organizations }

  return {
    /** Records with these words in their names. */
    search: (kind: TagKind, search: string, signal: AbortSignal) => readers[kind]({ search }, signal),
    /** Those of these records that there are. */
    byId: async (kind: TagKind, ids: readonly number[], signal: AbortSignal) =>
      // A server that does not know the filter sends others too.
      (await readers[kind]({ ids }, signal)).filter(({ id }) => ids.includes(id)),
  }
}
export type TagRows = ReturnType<typeof createTagRows>
