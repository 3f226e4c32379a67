import type { Item } from '#contract/item.ts'
import type { FoundPlace } from '#rules/addresses/hit-address.ts'
import {
  itemAddress,
  organizationAddress,
  personAddress,
  zoneAddress,
  type Link,
} from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate, type DisplayDate } from '#rules/dates/display-dates.ts'
import { itemHeading, itemTitle, organizationName, personName, shorten, typeName } from '#rules/names/record-names.ts'
import { scanSource, smallPicture, type Picture } from '#rules/media/pictures.ts'

interface Named {
  id: number
  text: string
}

/** A search result (spec §2 "Item card"): every field is a link; subjects and the collection set filters of the current page. */
export interface ResultCard {
  id: number
  href: string
  /** Title, or "Event: title (date)". */
  heading: string
  type: Item['type']
  typeName: string
  date: DisplayDate | null
  description: string
  /** Where its texts have the words of the search. */
  found?: FoundPlace
  place: (Link & { id: number }) | null
  people: Link[]
  subjects: Named[]
  organizations: Link[]
  collection: Named | null
  picture: Picture | null
  scans: number
}

/** Maximum CSS pixels of a picture in the results. */
const RESULT_BOX = { width: 248, height: 186 }
const TITLE = 160
const DESCRIPTION = 260

export function resultCard(item: Item, pictures: string): ResultCard {
  const date = itemDisplayDate(item)
  const scan = item.item_scans[0]
  const [hit] = item.found_in ?? []
  return {
    id: item.id,
    href: itemAddress(item.id),
    heading: shorten(item.type === 'event' ? itemHeading(item, date?.text ?? '') : itemTitle(item), TITLE),
    type: item.type,
    typeName: typeName(item.type),
    date,
    description: shorten(item.general_description, DESCRIPTION),
    ...(hit && { found: hit }),
    place: item.location
      ? { id: item.location.id, href: zoneAddress(item.location.id), text: item.location.name }
      : null,
    people: item.people.map((person) => ({ href: personAddress(person.id), text: personName(person) })),
    subjects: item.subject.map(({ id, subject_name }) => ({ id, text: subject_name })),
    organizations: item.organizations.map((each) => ({
      href: organizationAddress(each.id),
      text: organizationName(each),
    })),
    collection: item.collection ? { id: item.collection.id, text: item.collection.collection_name } : null,
    picture: scan ? smallPicture(scanSource(pictures, scan.id), scan, RESULT_BOX) : null,
    scans: item.item_scans.length,
  }
}
