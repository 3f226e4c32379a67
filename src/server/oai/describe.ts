import type { Item, ItemType } from '#contract/item.ts'
import type { LocationFeature } from '#contract/location.ts'
import type { HarvestedKind } from '#contract/oai.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { rightsOfItem } from '#rules/citations/rights.ts'
import { edtfSpan, itemDisplayDate, lifeSpan, yearSpan } from '#rules/dates/display-dates.ts'
import { itemManifest } from '#rules/media/iiif-addresses.ts'
import { itemTitle, organizationName, personName, typeName, zoneName } from '#rules/names/record-names.ts'
import type { JsonText } from '../json/json.ts'
import type { Repositories } from '../repositories/repositories.ts'

/** A statement: one of the DCMI Metadata Terms, and its value; nothing is said where that is empty. */
type Term = readonly [name: string, value: string | null | undefined]
export interface Description {
  terms: Term[]
  /** Of an item. */
  collection?: number | undefined
}

/** DCMI Type Vocabulary. */
const DCMI_TYPES: Record<ItemType, string> = {
  photograph: 'StillImage',
  postcard: 'StillImage',
  event: 'Event',
  video: 'MovingImage',
  oral_history: 'Sound',
  object: 'PhysicalObject',
  newspaper: 'Text',
  paper_record: 'Text',
}

const each = <Value>(name: string, values: readonly Value[], text: (value: Value) => string): Term[] =>
  values.map((value) => [name, text(value)])
const parsed = <Value>(json: JsonText | undefined) => json && (JSON.parse(json.text) as Value)

function ofItem(item: Item, site: string): Term[] {
  const rights = rightsOfItem(item)
  return [
    ['title', itemTitle(item)],
    ['identifier', item.archival_identifier],
    ['description', item.general_description],
    ['type', DCMI_TYPES[item.type]],
    ['type', typeName(item.type)],
    ['created', edtfSpan(item)],
    ['date', item.date_start_text && itemDisplayDate(item)?.text],
    ...each('creator', item.creator ? [item.creator] : [], personName),
    ...each('contributor', item.contributors, personName),
    ...each('subject', item.subject, ({ subject_name }) => subject_name),
    ...each('subject', item.people, personName),
    ...each('subject', item.organizations, organizationName),
    ['spatial', item.location?.name],
    ['isPartOf', item.collection?.collection_name],
    ['references', item.externalRecordURL],
    ['hasFormat', item.item_scans.length > 0 ? site + itemManifest(item.id) : ''],
    ['rights', rights?.text],
    ['rights', rights?.href],
  ]
}

const namesIn = (altnames: unknown) => (typeof altnames === 'string' ? JSON.parse(altnames) : altnames) as string[]

/** What everybody may read of a record, from the reads of the API: undefined for what it does not show. */
const READS: Record<HarvestedKind, (of: Repositories, id: number, site: string) => Promise<Description | undefined>> = {
  async items({ items }, id, site) {
    const item = parsed<Item>(await items.find(id))
    return item && { terms: ofItem(item, site), collection: item.collection?.id }
  },
  async people({ people }, id) {
    const person = await people.find(id)
    if (!person) return undefined
    const terms: Term[] = [
      ['title', personName(person)],
      ['type', 'Person'],
      ['description', person.biography],
      ['temporal', lifeSpan(person)],
    ]
    return { terms }
  },
  async organizations({ organizations }, id) {
    const found = await organizations.find(id)
    if (!found) return undefined
    const terms: Term[] = [
      ['title', organizationName(found)],
      ...each('alternative', found.altname, (name) => name),
      ['type', 'Organization'],
      ['description', found.description],
      ['temporal', yearSpan(found.date_opened, found.date_closed)],
    ]
    return { terms }
  },
  async locations({ locations, locationRecords }, id) {
    const zone = parsed<LocationFeature>(await locations.find(id))?.properties
    if (!zone) return undefined
    const terms: Term[] = [
      ['title', zoneName(zone)],
      ...each('alternative', namesIn(zone.altnames), (name) => name),
      ['type', 'Place'],
      ...each('description', await locationRecords.descriptions({ search: id }), ({ description }) => description),
      ['spatial', zone.address],
    ]
    return { terms }
  },
}

/** A record for catalogues, with the address of its page; undefined if the public does not see it. */
export async function describe(of: Repositories, kind: HarvestedKind, id: number, site: string) {
  const found = await READS[kind](of, id, site)
  const page: Term = ['identifier', site + recordAddress(kind, id)!]
  return found && { ...found, terms: [page, ...found.terms] }
}
