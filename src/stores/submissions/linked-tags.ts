import type { Client } from '#client/client.ts'
import { collection } from '#contract/collection.ts'
import { person } from '#contract/person.ts'
import type { RecordFields } from '#contract/record.ts'
import { subject } from '#contract/subject.ts'
import { HIERARCHY_NAMES } from '#rules/names/record-names.ts'
import type { Tag } from '#rules/wizard/draft-fields.ts'
import { personTag, plainTag } from '#rules/wizard/tags.ts'
import { validRows } from '../shared/rows.ts'
import type { FormKind } from './form-kinds.ts'

const READERS: Partial<Record<FormKind, (client: Client, fields: RecordFields) => Promise<Tag[]>>> = {
  async people(client, { spouses }) {
    if (!Array.isArray(spouses) || spouses.length === 0) return []
    return validRows(person, await client.read('people', { query: { people: spouses as number[] } })).map(personTag)
  },
  async subjects(client, { subject_parent }) {
    if (subject_parent === null) return []
    const rows = validRows(subject, await client.read('subjects'))
    return rows.map(({ id, subject_name, visibility }) => plainTag(id, subject_name, '', visibility))
  },
  async collections(client, { parent_collection }) {
    if (typeof parent_collection !== 'number') return []
    const rows = validRows(collection, [await client.read('collection', { path: { id: parent_collection } })])
    return rows.map((row) => plainTag(row.id, row.collection_name, HIERARCHY_NAMES[row.hierarchy], row.visibility))
  },
}

/** The records that a record's fields name, as tags. One that cannot be read shows its number. */
export async function readLinkedTags(client: Client, kind: FormKind, fields: RecordFields) {
  const tags = new Map((await READERS[kind]?.(client, fields))?.map((tag) => [tag.id, tag]))
  return (id: number): Tag => tags.get(id) ?? plainTag(id, `No. ${id}`)
}
