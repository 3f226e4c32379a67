import * as v from 'valibot'
import * as account from '../account.ts'
import { changes, health, noContent } from '../status.ts'
import { collection, collectionCreate, collectionCreated } from '../collection.ts'
import { heritage } from '../heritage.ts'
import { ITEM_TYPES, VISIBILITIES, item, itemCreated, itemPage, itemSubmit } from '../item.ts'
import { itemFacets, itemPlaces } from '../item-facets.ts'
import * as zone from '../location.ts'
import { lot, ownership } from '../lot.ts'
import * as org from '../organization.ts'
import * as maps from '../overlay.ts'
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
import * as records from '../record.ts'
import { IMAGE_FORMATS, imagePreview, pictureVersion, scanCreate, watermarkDrawing, watermarkQuery } from '../scan.ts'
import { subject, subjectCreate, subjectCreated } from '../subject.ts'
import { added, authenticate, command, get, patch, remove, submit, upload, type Endpoint } from './declare.ts'

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
  subjects_and: idsQuery,
  subjects_or: idsQuery,
}

const pictureCreated = v.object({ id: v.number() })

/** Calls that the pages of visitors and contributors make. Every byte of this table is loaded by browsers: calls of staff are in staff.ts. */
export const baseCalls = {
  // Authentication
  login: authenticate('/auth/jwt/create/', account.tokens, { body: account.login }),
  verifyToken: authenticate('/auth/jwt/verify/', v.object({}), { body: account.tokenVerify }),
  refreshToken: authenticate('/auth/jwt/refresh/', account.tokenRefreshed, {
    body: account.tokenRefresh,
  }),
  logOut: authenticate('/auth/jwt/logout/', noContent, {
    status: 204,
    body: account.logOut,
    addition: true,
  }),
  me: get('/auth/users/me/', account.user, { who: 'volunteer' }),
  requestReset: authenticate('/auth/users/reset_password/', noContent, {
    status: 204,
    body: account.resetRequest,
  }),
  confirmReset: authenticate('/auth/users/reset_password_confirm/', noContent, {
    status: 204,
    body: account.resetConfirm,
  }),
  activate: authenticate('/auth/users/activation/', noContent, {
    status: 204,
    body: account.activation,
  }),
  changePassword: command('/auth/users/set_password/', noContent, {
    body: account.passwordChange,
  }),
  logOutEverywhere: command('/auth/users/end_sessions/', noContent),

  // Zones and lots
  locations: get('/api/locations/', zone.locationCollection, {
    costly: true,
    query: v.object({ search: textQuery, lot: namesQuery }),
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

  // People
  people: get('/api/people/', v.array(people.person), {
    costly: true,
    query: v.object({ people: idsQuery, search: textQuery }),
  }),
  person: get('/api/person/:id/', people.person),
  personImage: get('/api/people/images/:id/', 'image', { query: imageQuery }),
  relationships: get('/api/people/relationships/', v.array(people.relationship), {
    query: v.object({ person1: idQuery, person2: idQuery, relationship_type: choiceQuery(people.RELATIONSHIP_TYPES) }),
  }),
  createPerson: submit('/api/people/', people.personCreated, { body: people.personCreate }),
  createGrave: submit('/api/graves/', people.grave, { body: people.graveCreate }),
  createPersonImage: upload('/api/people/images/create/', pictureCreated, {
    body: people.personImageCreate,
  }),
  createRelationship: submit('/api/people/relationships/', people.relationship, {
    body: people.relationshipCreate,
  }),

  // Organizations
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
  createOrganization: submit('/api/organizations/', org.organizationCreated, {
    body: org.organizationCreate,
  }),

  // Subjects and collections
  subjects: get('/api/subjects/', v.array(subject), {
    costly: true,
    query: v.object({ search: textQuery }),
  }),
  createSubject: submit('/api/subjects/', subjectCreated, { body: subjectCreate }),
  collections: get('/api/collections/', v.array(collection), {
    query: v.object({ parent_collection: idQuery, visibility: choiceQuery(VISIBILITIES) }),
  }),
  collection: get('/api/collection/:id/', collection),
  createCollection: submit('/api/collections/', collectionCreated, {
    who: 'society',
    body: collectionCreate,
  }),

  // Items and scans
  items: get('/api/items/', itemPage, {
    costly: true,
    query: v.object({ page: pageQuery, page_size: pageSizeQuery, ...itemFilters }),
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
  createItem: submit('/api/item/post/', itemCreated, { body: itemSubmit }),
  scanImage: get('/api/scan/image/:id/', 'image', { query: imageQuery }),
  createScan: upload('/api/scans/create/', pictureCreated, { body: scanCreate }),

  previewImage: command('/api/scans/preview/', imagePreview, {
    status: 200,
    multipart: true,
    body: v.object({}),
  }),
  drawWatermark: added('/api/scans/watermark/', watermarkDrawing, {
    who: 'volunteer',
    query: watermarkQuery,
  }),
  scanInformation: added('/api/scan/iiif/:id/:version/info.json', 'information', {
    params: v.object({ version: pictureVersion }),
  }),
  scanTile: added('/api/scan/iiif/:id/:version/:region/:size/0/default.jpg', 'jpeg', {
    params: v.object({ version: pictureVersion, region: v.string(), size: v.string() }),
  }),

  // Records and their review (our additions, like everything below)
  submissions: added('/api/submissions/', records.queuePage, { who: 'volunteer', query: records.submissionsQuery }),
  record: added('/api/records/:kind/:key/', records.record, {
    who: 'volunteer',
    params: records.recordAddress,
  }),
  editRecord: patch('/api/records/:kind/:key/', records.record, {
    who: 'volunteer',
    requiresVersion: true,
    params: records.recordAddress,
    body: records.anyFields,
  }),
  removeRecord: remove('/api/records/:kind/:key/', noContent, {
    who: 'volunteer',
    requiresVersion: true,
    params: records.recordAddress,
  }),
  resubmit: command('/api/records/:kind/:key/resubmit/', records.record, {
    status: 200,
    params: records.reviewedAddress,
    body: records.reviewNote,
  }),

  // Old maps
  tile: get('/raster/algebra/:z/:x/:y.png', 'tile', {
    params: maps.tileParams,
    query: maps.tileQuery,
  }),
  overlays: added('/api/overlays/', maps.overlays),

  merged: added('/api/merged/', v.array(mergedRecord)),

  // Status
  health: added('/api/health/', health),
  changes: added('/api/changes/', changes),
  openapi: added('/api/openapi.json', v.record(v.string(), v.unknown())),
} satisfies Record<string, Endpoint>
