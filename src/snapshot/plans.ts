import type * as v from 'valibot'
import { collection } from '#contract/collection.ts'
import type { ContextProject } from '#contract/context-project.ts'
import {
  heritage,
  locationDescription,
  locationFeature,
  placeName,
  plaque,
  lot,
  ownership,
  resident,
} from '#contract/location.ts'
import { item } from '#contract/item.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import type { MergedRecord } from '#contract/merged.ts'
import type { OldAddress } from '#contract/old-url.ts'
import { employment, organization, organizationLocation } from '#contract/organization.ts'
import type { Overlay } from '#contract/overlay.ts'
import { person, relationship } from '#contract/person.ts'
import { story } from '#contract/story.ts'
import { subject } from '#contract/subject.ts'
import { recordText } from '#contract/text.ts'
import { organizationsOfItem, peopleOfItem } from '#rules/people/people-of-item.ts'
import type { PullName } from './reader.ts'

/** How to read one list: in one call, or record by record if the server refuses that. */
export interface ListPlan {
  call: PullName
  query?: Record<string, string | number>
  row: v.GenericSchema
  /** Our addition: a server without the call has none. */
  optional?: true
  single?: PullName
  /** The filter of `call` for the rows that belong to one record of another list. */
  belongs?: { to: 'locations' | 'lots' | 'people' | 'organizations'; filter: string; query?: Record<string, string> }
}

/** Every list, in the order in which they are reported. */
const plans = {
  locations: { call: 'locations', row: locationFeature, single: 'location' },
  lots: { call: 'lots', row: lot, belongs: { to: 'locations', filter: 'search' } },
  ownership: { call: 'ownership', row: ownership, belongs: { to: 'lots', filter: 'lot' } },
  heritage: { call: 'heritage', row: heritage, belongs: { to: 'locations', filter: 'location' } },
  locationDescriptions: {
    call: 'locationDescriptions',
    row: locationDescription,
    belongs: { to: 'locations', filter: 'search' },
  },
  plaques: { call: 'plaques', row: plaque, belongs: { to: 'locations', filter: 'search' } },
  people: { call: 'people', row: person, single: 'person' },
  relationships: {
    call: 'relationships',
    row: relationship,
    belongs: { to: 'people', filter: 'person2', query: { relationship_type: 'parent' } },
  },
  organizations: { call: 'organizations', row: organization, single: 'organization' },
  organizationLocations: {
    call: 'organizationLocations',
    row: organizationLocation,
    belongs: { to: 'organizations', filter: 'organization' },
  },
  employment: { call: 'employment', row: employment, belongs: { to: 'organizations', filter: 'organization' } },
  residents: { call: 'residents', row: resident, optional: true },
  placeNames: { call: 'placeNames', row: placeName, optional: true },
  // A subject has no call of its own: if the list is refused, subjects are taken from the items.
  subjects: { call: 'subjects', row: subject },
  collections: { call: 'collections', query: { visibility: 'published' }, row: collection, single: 'collection' },
  stories: { call: 'stories', row: story, optional: true },
  // Of the items that have some (read-texts.ts).
  texts: { call: 'texts', row: recordText, optional: true },
  // Paginated (reader.ts).
  items: { call: 'items', row: item },
} satisfies Record<string, ListPlan>

export type ListName = keyof typeof plans
/** Everything published, pulled through the API: each list validated row by row and sorted by id. One JSON file per list on disk. */
export type SnapshotLists = { [Name in ListName]: v.InferOutput<(typeof plans)[Name]['row']>[] }
export const PLANS: Record<ListName, ListPlan> = plans
export const LIST_NAMES = Object.keys(plans) as ListName[]
/** Lists that are read item by item when items change, and are in files of a thousand items each. */
export type ItemList = 'items' | 'texts'
export const isItemList = (name: ListName): name is ItemList => name === 'items' || name === 'texts'

/** A record's key in its list: its id, a lot's number, or what a text belongs to. Undefined for link rows of a server without ids. */
export function keyOf(row: unknown): string | number | undefined {
  const { id, lotNum, properties, scan, file } = (row ?? {}) as Record<string, unknown>
  if (typeof scan === 'number') return `scan ${scan}`
  if (typeof file === 'number') return `file ${file}`
  const key = (properties as { pk?: unknown } | null | undefined)?.pk ?? lotNum ?? id
  return typeof key === 'number' || typeof key === 'string' ? key : undefined
}

/** The ids of a list's records that the rows read so far refer to. */
export function referencedIds(lists: SnapshotLists, list: ListName): Set<string | number> {
  const found: (string | number | null | undefined)[] = []
  if (list === 'people') {
    for (const each of lists.items) found.push(...peopleOfItem(each).map((link) => link.id))
    for (const each of lists.people) found.push(each.id, ...each.spouses)
    for (const each of [...lists.ownership, ...lists.employment, ...lists.residents]) found.push(each.person)
    for (const each of lists.relationships) found.push(each.person1, each.person2)
  } else if (list === 'organizations') {
    for (const each of lists.organizations) found.push(each.id)
    for (const each of lists.items) found.push(...organizationsOfItem(each).map((link) => link.id))
    for (const each of [...lists.employment, ...lists.organizationLocations]) found.push(each.organization)
  } else if (list === 'locations') {
    for (const each of lists.locations) found.push(each.properties.pk)
    for (const each of lists.items) found.push(each.location?.id)
    for (const each of [...lists.lots, ...lists.organizationLocations, ...lists.residents]) found.push(each.location)
  } else if (list === 'collections') {
    for (const each of lists.items) found.push(each.collection?.id)
    for (const each of lists.collections) found.push(each.id, each.parent_collection)
  } else if (list === 'lots') {
    for (const each of lists.lots) found.push(each.lotNum)
    for (const each of lists.ownership) found.push(each.lot)
  }
  return new Set(found.filter((key) => key !== null && key !== undefined))
}

/** Files of the site, or the API. */
export type PicturesFrom = 'site' | 'api' | 'fetch'

/** `apiBase` is what precedes `/api/…` in pages (empty: same origin), `pictures` where they have pictures from (empty: files of the site). */
export interface SnapshotMeta {
  source: string
  apiBase: string
  pictures: string
  /** The archive's change counter; null if the server has none. */
  counter: number | null
  /** What the server's log of changes is called; undefined if it has none. */
  log?: string
  counts: Record<ListName, number>
  overlays: Overlay[]
  /** The layers of the map; undefined if the server does not tell: those of society.ts. */
  mapLayers?: MapLayers | undefined
  /** Records that became part of others, whose addresses lead there. */
  merged?: MergedRecord[]
  /** Addresses on earlier websites, and where they lead. */
  oldAddresses?: OldAddress[]
  /** Projects of the Local Contexts Hub, with pictures. */
  contexts?: ContextProject[]
  /** Items that were public once. */
  gone?: { id: number; at: string }[]
}
