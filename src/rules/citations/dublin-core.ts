import type { Item, ItemType } from '#contract/item.ts'
import type { LocationDescription, LocationFeature } from '#contract/location.ts'
import type { Organization } from '#contract/organization.ts'
import type { Person } from '#contract/person.ts'
import { edtfSpan, itemDisplayDate, lifeSpan, yearSpan } from '../dates/display-dates.ts'
import { itemManifest } from '../media/iiif-addresses.ts'
import { itemTitle, organizationName, personName, typeName, zoneName } from '../names/record-names.ts'
import { localContextsOf } from './local-contexts.ts'
import { rightsOf } from './rights.ts'

/** A record in DCMI Metadata Terms: a term, and its values; nothing is said where one is empty. */
export type Terms = [term: string, ...values: (string | null | undefined)[]][]

/** DCMI Type Vocabulary. */
const TYPES: Record<ItemType, string> = {
  ...{ photograph: 'StillImage', postcard: 'StillImage', event: 'Event', video: 'MovingImage' },
  ...{ oral_history: 'Sound', object: 'PhysicalObject', newspaper: 'Text', paper_record: 'Text' },
}

export function itemTerms(item: Item, site: string): Terms {
  const [rights, maker] = [rightsOf(item), item.creator_organization]
  const about = [...item.people.map(personName), ...item.organizations.map(organizationName)]
  return [
    ['title', itemTitle(item)],
    ['identifier', item.archival_identifier],
    ['description', item.general_description],
    ['type', TYPES[item.type], typeName(item.type)],
    ['created', edtfSpan(item)],
    ['date', item.date_start_text && itemDisplayDate(item)?.text],
    ['creator', item.creator && personName(item.creator), maker && organizationName(maker)],
    ['contributor', ...item.contributors.map(personName)],
    ['subject', ...item.subject.map(({ subject_name }) => subject_name), ...about],
    ['spatial', item.location?.name, item.place_text],
    ['isPartOf', item.collection?.collection_name],
    ['references', item.externalRecordURL],
    ['hasFormat', item.item_scans.length > 0 ? site + itemManifest(item.id) : ''],
    ['rights', rights.uri && rights.text, rights.uri],
    ['rightsHolder', rights.holder],
    ['accessRights', ...localContextsOf(item)],
    ['extent', item.extent],
    ['language', item.language],
    ['publisher', item.publisher],
  ]
}

export const personTerms = (person: Person): Terms => [
  ['title', personName(person)],
  ['type', 'Person'],
  ['description', person.biography],
  ['temporal', lifeSpan(person)],
]

export const organizationTerms = (organization: Organization): Terms => [
  ['title', organizationName(organization)],
  ['alternative', ...organization.altname],
  ['type', 'Organization'],
  ['description', organization.description],
  ['temporal', yearSpan(organization.date_opened, organization.date_closed)],
]

export const placeTerms = (zone: LocationFeature['properties'], texts: readonly LocationDescription[]): Terms => [
  ['title', zoneName(zone)],
  ['alternative', ...zone.altnames, ...(zone.earlier_names ?? [])],
  ['type', 'Place'],
  ['description', ...texts.map(({ description }) => description)],
  ['spatial', zone.address],
  ['temporal', yearSpan(zone.date_start ?? null, zone.date_end ?? null)],
]
