import * as v from 'valibot'
import { changes } from '../status.ts'
import { collection } from '../collection.ts'
import * as zone from '../location.ts'
import { heritage, lot, ownership } from '../location.ts'
import { ITEM_TYPES, PEOPLE_ROLES, SORTS, VISIBILITIES, item, itemPage } from '../item.ts'
import { itemFacets, itemPlaces } from '../item-facets.ts'
import * as org from '../organization.ts'
import { overlays } from '../overlay.ts'
import { mergedRecord } from '../merged.ts'
import * as people from '../person.ts'
import {
  choiceQuery,
  dateRangeQuery,
  idQuery,
  idsQuery,
  namesQuery,
  pageQuery,
  pageSizeQuery,
  textQuery,
} from '../query.ts'
import { IMAGE_FORMATS } from '../scan.ts'
import { subject } from '../subject.ts'
import { added, get, type Endpoint } from './declare.ts'

/** Width in pixels (default: the widest), format (default: by the Accept header), and the picture's version, which makes it cacheable forever. */
const imageQuery = v.object({ width: idQuery, format: choiceQuery(IMAGE_FORMATS), v: textQuery })

/** Filters of a list of items (spec §7 "/api/items/"). */
const itemFilters = {
  location: idsQuery,
  date: dateRangeQuery,
  visibility: choiceQuery(VISIBILITIES),
  search: textQuery,
  organizations: idsQuery,
  type: choiceQuery(ITEM_TYPES),
  collections: idsQuery,
  collection: idsQuery,
  people_and: idsQuery,
  people_or: idsQuery,
  people_as: choiceQuery(PEOPLE_ROLES),
  subjects_and: idsQuery,
  subjects_or: idsQuery,
}

/** Reads of records, for everybody. Pages of visitors load this table and no other. */
export const readCalls = {
  locations: get('/api/locations/', zone.locationCollection, {
    costly: true,
    // Our additions: places by their ids, and those before and after a place.
    query: v.object({ search: textQuery, lot: namesQuery, places: idsQuery, succession: idQuery }),
  }),
  location: get('/api/location/:id/', zone.locationFeature),
  lots: get('/api/lots/', v.array(lot), {
    query: v.object({ search: idQuery }),
  }),
  ownership: get('/api/lots/ownership/', v.array(ownership), {
    query: v.object({ lot: namesQuery, person: idQuery }),
  }),
  heritage: get('/api/heritage-information/', v.array(heritage), {
    query: v.object({ location: idQuery }),
  }),
  locationDescriptions: get('/api/locationdescription/', v.array(zone.locationDescription), {
    query: v.object({ search: idQuery }),
  }),
  plaques: get('/api/plaques/', v.array(zone.plaque), { query: v.object({ search: idQuery }) }),
  people: get('/api/people/', v.array(people.person), {
    costly: true,
    query: v.object({ people: idsQuery, search: textQuery }),
  }),
  person: get('/api/person/:id/', people.person),
  personImage: get('/api/people/images/:id/', 'image', { query: imageQuery }),
  relationships: get('/api/people/relationships/', v.array(people.relationship), {
    query: v.object({ person1: idQuery, person2: idQuery, relationship_type: choiceQuery(people.RELATIONSHIP_TYPES) }),
  }),
  organizations: get('/api/organizations/', v.array(org.organization), {
    costly: true,
    query: v.object({ search: textQuery, ids: idsQuery }),
  }),
  organization: get('/api/organization/:id/', org.organization),
  organizationLocations: get('/api/organizations/location/', v.array(org.organizationLocation), {
    query: v.object({ organization: idQuery, location: idQuery }),
  }),
  employment: get('/api/employment/', v.array(org.employment), {
    query: v.object({ person: idQuery, organization: idQuery }),
  }),
  residents: added('/api/residents/', v.array(zone.resident), {
    query: v.object({ person: idQuery, people: idsQuery, location: idQuery }),
  }),
  placeNames: added('/api/places/names/', v.array(zone.placeName), { query: v.object({ location: idQuery }) }),
  subjects: get('/api/subjects/', v.array(subject), {
    costly: true,
    query: v.object({ search: textQuery }),
  }),
  collections: get('/api/collections/', v.array(collection), {
    query: v.object({ parent_collection: idQuery, visibility: choiceQuery(VISIBILITIES) }),
  }),
  collection: get('/api/collection/:id/', collection),
  items: get('/api/items/', itemPage, {
    costly: true,
    query: v.object({ page: pageQuery, page_size: pageSizeQuery, sort: choiceQuery(SORTS), ...itemFilters }),
  }),
  itemFacets: added('/api/items/facets/', itemFacets, {
    costly: true,
    query: v.object(itemFilters),
  }),
  itemPlaces: added('/api/items/places/', itemPlaces, {
    costly: true,
    query: v.object(itemFilters),
  }),
  item: get('/api/item/:id/', item),
  scanImage: get('/api/scan/image/:id/', 'image', { query: imageQuery }),
  overlays: added('/api/overlays/', overlays),

  merged: added('/api/merged/', v.array(mergedRecord)),
  changes: added('/api/changes/', changes, { query: v.object({ since: idQuery }) }),
} satisfies Record<string, Endpoint>
