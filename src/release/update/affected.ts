import type { Item } from '#contract/item.ts'
import {
  collectionAddress,
  decadeAddress,
  itemAddress,
  MAP_DATA,
  organizationAddress,
  personAddress,
  subjectAddress,
  typeAddress,
  UNDATED_ADDRESS,
  yearAddress,
  zoneAddress,
} from '#rules/addresses/page-addresses.ts'
import { cardsFile, COLLECTION_DATA } from '#rules/addresses/collection-data.ts'
import { decadeOf } from '#rules/dates/partial-dates.ts'
import { collectionManifest, itemManifest } from '#rules/media/iiif-addresses.ts'
import { organizationsOfItem, peopleOfItem } from '#rules/people/people-of-item.ts'
import { NEAR, yearsBeside, yearsOfItem } from '#snapshot/pages/browse/known-years.ts'
import { placeIn } from '#snapshot/item-index.ts'
import { RELATED_WINDOW } from '#snapshot/pages/item-related.ts'
import type { ChangedItems } from '#snapshot/pull-changes.ts'
import type { Archive } from '#snapshot/archive.ts'

/** What may show changed items. Everything else is as it was: neither its view nor its file has to be made again. */
export interface Affected {
  items: ReadonlySet<number>
  hasPage(address: string): boolean
  hasFile(path: string): boolean
}

/** These pages are affected only if named (the index of people never is); others show something of every item, or are few. */
const FOLLOWED =
  /^\/(?:(?:itemview|person-overview|org-overview|zone-overview|subjects|collections)\/\d|(?:types|decades|years)\/.|people\/)/
/** Items do not change where places and streets are, nor names, nor who lived where. */
const FOLLOWED_FILES =
  /^(?:(?:iiif\/item|iiif\/collection\/\d+|data\/zones|data\/years|data\/items\/cards)\/|data\/(?:streets|organizations|names\/\w+)\.json$|data\/undated\.svg$|zone-overview\/\d+\/place\.json$)/

/** Follows changed items, as they were and as they are, to all that may show them. The nightly build compares everything (build-whole.ts). */
export function affectedBy(archive: Archive, { before, after }: ChangedItems): Affected {
  const pages = new Set<string>()
  const files = new Set<string>()
  /** Of their lists, only the first page: nothing else shows what happened around a year. */
  const firsts = new Set<string>()
  const rows = [...before, ...after]
  for (const item of rows) {
    pages.add(itemAddress(item.id)).add(typeAddress(item.type))
    const decade = decadeOf(item)
    pages.add(decade === null ? UNDATED_ADDRESS : decadeAddress(decade))
    for (const year of yearsOf(item)) {
      pages.add(yearAddress(year)).add(decadeAddress(Math.floor(year / 10) * 10))
    }
    for (const year of yearsAround(archive, item)) firsts.add(yearAddress(year))
    files.add(itemManifest(item.id)).add(COLLECTION_DATA.cards(cardsFile(item.id)))
    for (const { id } of organizationsOfItem(item)) pages.add(organizationAddress(id))
    // A subject or collection counts the items of those below it.
    for (const { id } of item.subject)
      for (const each of upwards(id, (at) => archive.subject(at)?.subject_parent)) pages.add(subjectAddress(each))
    const collection = item.collection?.id
    for (const each of upwards(collection, (at) => archive.collection(at)?.parent_collection)) {
      pages.add(collectionAddress(each))
      files.add(collectionManifest(each))
    }
    if (item.location) {
      pages.add(zoneAddress(item.location.id))
      files.add(MAP_DATA.zone(item.location.id))
    }
    const people = peopleOfItem(item).map(({ id }) => id)
    for (const id of people) pages.add(personAddress(id))
    // Item pages show their neighbours in date order.
    const neighbours = [
      ...(item.location ? around(archive.itemsOfLocation(item.location.id), item) : []),
      ...(collection === undefined ? [] : around(archive.itemsOfCollection(collection), item)),
      ...people.flatMap((person) =>
        around(archive.itemsOfPerson(person), item).filter((other) => other.people[0]?.id === person),
      ),
    ]
    for (const { id } of neighbours) pages.add(itemAddress(id))
  }
  return {
    items: new Set(rows.map(({ id }) => id)),
    hasPage: (address) =>
      !FOLLOWED.test(address) || pages.has(address) || firsts.has(address) || pages.has(listOf(address)),
    hasFile: (path) => !FOLLOWED_FILES.test(path) || files.has(`/${path}`),
  }
}

const yearsFrom = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

function yearsOf(item: Item): number[] {
  const years = yearsOfItem(item)
  return years ? yearsFrom(years.from, years.to) : []
}
/** Years whose pages show its picture beside their own, or lead to one of its years: there may be no page of that any more. */
function yearsAround(archive: Archive, item: Item): number[] {
  const years = yearsOfItem(item)
  if (!years) return []
  const { from, to } = years
  const beside = yearsFrom(from, to).flatMap((year) => yearsBeside(archive, year))
  return [...yearsFrom(from - NEAR, to + NEAR), ...beside.filter((year) => year !== undefined)]
}

/** The first page of a list: `/subjects/5/` of `/subjects/5/1893/2/`. */
const listOf = (address: string) => address.split('/', 3).join('/') + '/'

function* upwards(id: number | undefined, parentOf: (id: number) => number | null | undefined): Generator<number> {
  for (let at: number | null | undefined = id; at; at = parentOf(at)) yield at
}

/** The items of a list that an item is near to, if it is in the list, or was. */
function around(list: readonly Item[], item: Item): Item[] {
  const at = placeIn(list, item)
  const isThere = list[at]?.id === item.id
  const [before, after] = [list.slice(Math.max(0, at - RELATED_WINDOW), at), isThere ? at + 1 : at]
  return [...before, ...list.slice(after, after + RELATED_WINDOW)]
}
