import type { Item } from '#contract/item.ts'
import type { PersonLink } from '#contract/person.ts'
import * as at from '#rules/addresses.ts'
import { shownDate } from '#rules/life-spans.ts'
import { itemTitle, personName, typeName } from '#rules/names.ts'
import { hostOf } from '#rules/videos.ts'
import type { Archive } from '../types.ts'
import type { RecordRow } from './views.ts'

/** The catalogue record of an item: rows of spec §2 "Item card", then the archival description. Rows without a value are left out. */
export function recordOf(archive: Archive, item: Item): RecordRow[] {
  const date = shownDate(item)
  // Who or what is named but not published has no page to link to.
  const person = (row: PersonLink) => ({
    text: personName(row),
    ...(archive.person(row.id) && { href: at.personAddress(row.id) }),
  })
  const rows: RecordRow[] = [
    { term: 'Title', values: [{ text: itemTitle(item) }] },
    { term: 'Description', values: item.general_description ? [{ text: item.general_description }] : [], prose: true },
    { term: 'Date', values: date ? [date] : [] },
    {
      term: 'Location',
      values: item.location
        ? [
            {
              text: item.location.name || `Zone ${item.location.id}`,
              ...(archive.location(item.location.id) && { href: at.zoneAddress(item.location.id) }),
            },
          ]
        : [],
    },
    { term: 'Type', values: [{ text: typeName(item.type) }] },
    { term: 'People', values: item.people.map(person) },
    {
      term: 'Subjects',
      values: item.subject.map((row) => ({
        text: row.subject_name,
        ...(archive.subject(row.id) && { href: at.subjectAddress(row.id) }),
      })),
    },
    {
      term: 'Organizations',
      values: item.organizations.map((row) => ({
        text: row.name,
        ...(archive.organization(row.id) && { href: at.organizationAddress(row.id) }),
      })),
    },
    {
      term: 'Collection',
      values: item.collection
        ? [
            {
              text: item.collection.collection_name,
              ...(archive.collection(item.collection.id) && { href: at.collectionAddress(item.collection.id) }),
            },
          ]
        : [],
    },
    { term: 'Creator', values: item.creator ? [person(item.creator)] : [] },
    { term: 'Contributors', values: item.contributors.map(person) },
    { term: 'Identifier', values: item.archival_identifier ? [{ text: item.archival_identifier }] : [] },
    { term: 'Rights', values: item.copyright_info ? [{ text: item.copyright_info }] : [] },
    {
      term: 'External record',
      values: item.externalRecordURL
        ? [{ text: hostOf(item.externalRecordURL) || 'Link', href: item.externalRecordURL, external: true }]
        : [],
    },
  ]
  return rows.filter((row) => row.values.length > 0)
}
