import type { Client } from '#client/client.ts'
import { organization } from '#contract/organization.ts'
import { person } from '#contract/person.ts'
import { subject } from '#contract/subject.ts'
import { likelyNames, likelyPeople } from '#rules/people/likely-duplicates.ts'
import type { NewRecordBody, NewRecordKind } from '#rules/wizard/new-records.ts'
import { organizationTag, personTag, plainTag } from '#rules/wizard/draft-fields.ts'
import { validRows } from '../shared/rows.ts'
import type { Tag } from './draft.ts'

const MOST = 5
/** Milliseconds: a slow search must not keep anybody from adding. */
const PATIENCE = 10_000

type Finders = { [K in NewRecordKind]?: (body: NewRecordBody<K>, signal: AbortSignal) => Promise<Tag[]> }

/** Finds records that may be what is about to be added, with the reads of the suggestions. */
export function createLikelyRecords(client: Client) {
  const finders: Finders = {
    /** By surname, and by first name for a surname that is typed differently. Servers that do not know `search` send everybody. */
    async person(body, signal) {
      const searches = [...new Set([body.surname, body.first_name])]
      const answers = await Promise.all(searches.map((search) => client.read('people', { query: { search }, signal })))
      const byId = new Map(answers.flatMap((answer) => validRows(person, answer)).map((row) => [row.id, row]))
      return likelyPeople(body, [...byId.values()]).map(personTag)
    },
    async subject(body, signal) {
      const rows = validRows(subject, await client.read('subjects', { signal }))
      const names = new Map(rows.map((row) => [row.id, row.subject_name]))
      return likelyNames(
        [body.subject_name],
        rows.map((row) => ({ ...row, names: [row.subject_name] })),
      ).map((row) => plainTag(row.id, row.subject_name, names.get(row.subject_parent ?? 0), row.visibility))
    },
    async organization(body, signal) {
      const rows = validRows(organization, await client.read('organizations', { signal }))
      return likelyNames(
        [body.name, ...body.altname],
        rows.map((row) => ({ ...row, names: [row.name, ...row.altname] })),
      ).map(organizationTag)
    },
  }
  /** Likeliest first; empty while the archive cannot be read. */
  return async function likelyRecords<K extends NewRecordKind>(kind: K, body: NewRecordBody<K>): Promise<Tag[]> {
    const find = finders[kind]
    if (!find) return []
    const found = await find(body, AbortSignal.timeout(PATIENCE)).catch(() => [])
    return found.slice(0, MOST)
  }
}
