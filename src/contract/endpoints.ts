/* eslint-disable max-lines -- a table: every call of the API, once */
import * as v from 'valibot'
import * as account from './account.ts'
import type { Role } from './account.ts'
import { build, buildRequest } from './build.ts'
import { collection, collectionCreate, collectionCreated } from './collection.ts'
import { heritage } from './heritage.ts'
import { ITEM_TYPES, VISIBILITIES, item, itemCreated, itemPage, itemSubmit } from './item.ts'
import { itemFacets, itemPlaces } from './item-facets.ts'
import * as zone from './location.ts'
import { lot, ownership } from './lot.ts'
import * as org from './organization.ts'
import * as maps from './overlay.ts'
import * as people from './person.ts'
import {
  choiceQuery,
  dateRangeQuery,
  idQuery,
  idsQuery,
  namesQuery,
  pageQuery,
  pageSizeQuery,
  textQuery,
} from './query.ts'
import * as records from './record.ts'
import { IMAGE_FORMATS, pictureVersion, scanCreate } from './scan.ts'
import { changes, health, nothing } from './status.ts'
import { subject, subjectCreate, subjectCreated } from './subject.ts'

/** A JSON body, a multipart body (its fields beside the file `image`), or none. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Fastify's notation: `:id`. Every path ends in `/` but a tile's, a IIIF service's and the OpenAPI document's. */
  path: string
  /** The least role that may make the call; what it reaches stands in rules/permissions.ts. */
  who: Role
  summary: string
  /** Parts of the path besides `:id`; what is none of these is not found. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** Bodies by the `kind` that the path names, where they differ; `body` then says what they share. */
  bodies?: Record<string, v.GenericSchema>
  multipart?: boolean
  /**
   * True for a call that proves itself by its body: its Authorization header is not looked at. Clients send the token that they have with every call
   * (spec §6), and one that ran out must not keep anybody from getting another.
   */
  bodyProves?: true
  /** True where an `Idempotency-Key` header makes a repeated call answer what the first one did. */
  once?: true
  /** Status of a success. */
  status: 200 | 201 | 204
  /**
   * What a success answers; `image` is a picture whose kind the call chooses, `tile` one of a map, `jpeg` one of a scan, `information` says which of
   * these there are, `file` is one as it was sent in.
   */
  response: v.GenericSchema | 'image' | 'tile' | 'jpeg' | 'information' | 'file'
  /** True for what Lotline adds to spec §7: a client treats it as optional (design.md). */
  addition?: true
}

type Given = Omit<Endpoint, 'method' | 'status' | 'who'> & Partial<Pick<Endpoint, 'status' | 'who'>>
/** What is given wins over what is usual, in the type too: an intersection of two different statuses would be `never`. */
type With<Usual, E> = Omit<Usual, keyof E> & E
const GET = { method: 'GET', who: 'anonymous', status: 200 } as const
const POST = { method: 'POST', who: 'volunteer', status: 201 } as const
const PATCH = { method: 'PATCH', who: 'staff', status: 200, addition: true } as const
const DELETE = { method: 'DELETE', who: 'staff', status: 204, addition: true } as const
/** A step of the review: nothing is made by it, the record as it then is comes back. */
const STEP = { method: 'POST', who: 'staff', status: 200, addition: true } as const
const get = <const E extends Given>(endpoint: E) => ({ ...GET, ...endpoint }) as With<typeof GET, E>
const post = <const E extends Given>(endpoint: E) => ({ ...POST, ...endpoint }) as With<typeof POST, E>
const patch = <const E extends Given>(endpoint: E) => ({ ...PATCH, ...endpoint }) as With<typeof PATCH, E>
const remove = <const E extends Given>(endpoint: E) => ({ ...DELETE, ...endpoint }) as With<typeof DELETE, E>
const step = <const E extends Given>(endpoint: E) => ({ ...STEP, ...endpoint }) as With<typeof STEP, E>

/**
 * A width in pixels and a kind of file. Without `format` the Accept header chooses; without `width` the widest is sent.
 * `v` is the version that the item named: with it the answer may be kept for ever.
 */
const imageQuery = v.object({
  width: idQuery,
  format: choiceQuery(IMAGE_FORMATS),
  v: textQuery,
})

/** What narrows a list of items (spec §7 "/api/items/"). */
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

/** Every call of the API, once (spec §7; design.md "endpoints.ts is the spine"). */
export const endpoints = {
  // Authentication
  login: post({
    path: '/auth/jwt/create/',
    who: 'anonymous',
    bodyProves: true,
    status: 200,
    summary: 'Log in',
    body: account.login,
    response: account.tokens,
  }),
  verifyToken: post({
    path: '/auth/jwt/verify/',
    who: 'anonymous',
    bodyProves: true,
    status: 200,
    summary: 'Check a token',
    body: account.tokenVerify,
    response: v.object({}),
  }),
  refreshToken: post({
    path: '/auth/jwt/refresh/',
    who: 'anonymous',
    bodyProves: true,
    status: 200,
    summary: 'Get a new access token',
    body: account.tokenRefresh,
    response: account.tokenRefreshed,
  }),
  me: get({ path: '/auth/users/me/', who: 'volunteer', summary: 'Who is logged in', response: account.user }),
  requestReset: post({
    path: '/auth/users/reset_password/',
    who: 'anonymous',
    bodyProves: true,
    status: 204,
    summary: 'Ask for a password reset link',
    body: account.resetRequest,
    response: nothing,
  }),
  confirmReset: post({
    path: '/auth/users/reset_password_confirm/',
    who: 'anonymous',
    bodyProves: true,
    status: 204,
    summary: 'Choose a new password',
    body: account.resetConfirm,
    response: nothing,
  }),
  activate: post({
    path: '/auth/users/activation/',
    who: 'anonymous',
    bodyProves: true,
    status: 204,
    summary: 'Activate an account',
    body: account.activation,
    response: nothing,
  }),
  changePassword: post({
    path: '/auth/users/set_password/',
    status: 204,
    summary: 'Change the own password',
    body: account.passwordChange,
    response: nothing,
    addition: true,
  }),
  logOutEverywhere: post({
    path: '/auth/users/end_sessions/',
    status: 204,
    summary: 'End every session of the own account',
    response: nothing,
    addition: true,
  }),

  // Zones and lots
  locations: get({
    path: '/api/locations/',
    summary: 'Zones',
    query: v.object({ search: textQuery, lot: namesQuery }),
    response: zone.locationCollection,
  }),
  location: get({ path: '/api/location/:id/', summary: 'One zone', response: zone.locationFeature }),
  lots: get({
    path: '/api/lots/',
    summary: 'Lots, of a zone when `search` names one',
    query: v.object({ search: idQuery }),
    response: v.array(lot),
  }),
  ownership: get({
    path: '/api/lots/ownership/',
    summary: 'Who owned which lot',
    query: v.object({ lot: namesQuery, person: idQuery }),
    response: v.array(ownership),
  }),
  heritage: get({
    path: '/api/heritage-information/',
    summary: 'Heritage information',
    query: v.object({ location: idQuery }),
    response: v.array(heritage),
  }),
  locationDescriptions: get({
    path: '/api/locationdescription/',
    summary: 'Descriptions of zones',
    query: v.object({ search: idQuery }),
    response: v.array(zone.locationDescription),
  }),
  plaques: get({
    path: '/api/plaques/',
    summary: 'Plaques',
    query: v.object({ search: idQuery }),
    response: v.array(zone.plaque),
  }),

  // People
  people: get({
    path: '/api/people/',
    summary: 'People',
    query: v.object({ people: idsQuery, search: textQuery }),
    response: v.array(people.person),
  }),
  person: get({ path: '/api/person/:id/', summary: 'One person', response: people.person }),
  personImage: get({
    path: '/api/people/images/:id/',
    summary: 'The picture of a person',
    query: imageQuery,
    response: 'image',
  }),
  relationships: get({
    path: '/api/people/relationships/',
    summary: 'Parents and children',
    query: v.object({ person1: idQuery, person2: idQuery, relationship_type: choiceQuery(people.RELATIONSHIP_TYPES) }),
    response: v.array(people.relationship),
  }),
  createPerson: post({
    path: '/api/people/',
    once: true,
    summary: 'Add a person',
    body: people.personCreate,
    response: people.personCreated,
  }),
  createGrave: post({
    path: '/api/graves/',
    once: true,
    summary: 'Link a gravestone',
    body: people.graveCreate,
    response: people.grave,
  }),
  createPersonImage: post({
    path: '/api/people/images/create/',
    once: true,
    summary: 'Add a picture of a person',
    multipart: true,
    body: people.personImageCreate,
    response: v.object({ id: v.number() }),
  }),
  createRelationship: post({
    path: '/api/people/relationships/',
    once: true,
    summary: 'Add a parent',
    body: people.relationshipCreate,
    response: people.relationship,
  }),

  // Organizations
  organizations: get({
    path: '/api/organizations/',
    summary: 'Organizations',
    query: v.object({ search: textQuery, ids: idsQuery }),
    response: v.array(org.organization),
  }),
  organization: get({ path: '/api/organization/:id/', summary: 'One organization', response: org.organization }),
  organizationLocations: get({
    path: '/api/organizations/location/',
    summary: 'Where organizations were',
    query: v.object({ organization: idQuery, location: idQuery }),
    response: v.array(org.organizationLocation),
  }),
  employment: get({
    path: '/api/employment/',
    summary: 'Who worked where',
    query: v.object({ person: idQuery, organization: idQuery }),
    response: v.array(org.employment),
  }),
  createOrganization: post({
    path: '/api/organizations/',
    once: true,
    summary: 'Add an organization',
    body: org.organizationCreate,
    response: org.organizationCreated,
  }),

  // Subjects and collections
  subjects: get({
    path: '/api/subjects/',
    summary: 'Subjects',
    query: v.object({ search: textQuery }),
    response: v.array(subject),
  }),
  createSubject: post({
    path: '/api/subjects/',
    once: true,
    summary: 'Add a subject',
    body: subjectCreate,
    response: subjectCreated,
  }),
  collections: get({
    path: '/api/collections/',
    summary: 'Collections',
    query: v.object({ parent_collection: idQuery, visibility: choiceQuery(VISIBILITIES) }),
    response: v.array(collection),
  }),
  collection: get({ path: '/api/collection/:id/', summary: 'One collection', response: collection }),
  createCollection: post({
    path: '/api/collections/',
    once: true,
    who: 'society',
    summary: 'Add a collection',
    body: collectionCreate,
    response: collectionCreated,
  }),

  // Items and scans
  items: get({
    path: '/api/items/',
    summary: 'Items, filtered and paged',
    query: v.object({ page: pageQuery, page_size: pageSizeQuery, ...itemFilters }),
    response: itemPage,
  }),
  itemFacets: get({
    path: '/api/items/facets/',
    summary: 'How many items each type, decade, subject and collection would give beside these filters',
    query: v.object(itemFilters),
    response: itemFacets,
    addition: true,
  }),
  itemPlaces: get({
    path: '/api/items/places/',
    summary: 'How many of these items lie in each zone',
    query: v.object(itemFilters),
    response: itemPlaces,
    addition: true,
  }),
  item: get({ path: '/api/item/:id/', summary: 'One item', response: item }),
  createItem: post({
    path: '/api/item/post/',
    once: true,
    summary: 'Submit an item',
    body: itemSubmit,
    response: itemCreated,
  }),
  scanImage: get({
    path: '/api/scan/image/:id/',
    summary: 'The picture of a scan',
    query: imageQuery,
    response: 'image',
  }),
  createScan: post({
    path: '/api/scans/create/',
    once: true,
    summary: 'Add a scan to an item',
    multipart: true,
    body: scanCreate,
    response: v.object({ id: v.number() }),
  }),

  scanInformation: get({
    path: '/api/scan/iiif/:id/:version/info.json',
    summary: 'What a IIIF viewer has to know of a scan (Image API 3, level 0)',
    params: v.object({ version: pictureVersion }),
    response: 'information',
    addition: true,
  }),
  scanTile: get({
    path: '/api/scan/iiif/:id/:version/:region/:size/0/default.jpg',
    summary: 'A part of a scan, as its info.json names it',
    params: v.object({ version: pictureVersion, region: v.string(), size: v.string() }),
    response: 'jpeg',
    addition: true,
  }),
  scanOriginal: get({
    path: '/api/scan/original/:id/',
    who: 'staff',
    summary: 'The file of a scan as it arrived',
    response: 'file',
    addition: true,
  }),

  // Review (our additions, as everything below)
  queue: get({
    path: '/api/review/',
    who: 'staff',
    summary: 'What waits for review',
    query: records.queueQuery,
    response: v.array(records.queueEntry),
    addition: true,
  }),
  submissions: get({
    path: '/api/submissions/',
    who: 'volunteer',
    summary: 'What the caller submitted, and what became of it',
    query: records.submissionsQuery,
    response: v.array(records.queueEntry),
    addition: true,
  }),
  record: get({
    path: '/api/records/:kind/:key/',
    who: 'volunteer',
    summary:
      'A record as the review desk sees it: its fields, version, history, and what its publishing would bring along',
    params: records.recordAddress,
    response: records.record,
    addition: true,
  }),
  createRecord: post({
    path: '/api/records/:kind/',
    who: 'staff',
    once: true,
    summary: 'Add a record of any kind',
    params: records.kindAddress,
    body: records.anyFields,
    bodies: records.newFields,
    response: records.record,
    addition: true,
  }),
  editRecord: patch({
    path: '/api/records/:kind/:key/',
    who: 'volunteer',
    summary: 'Change fields of a record; If-Match names the version that was read',
    params: records.recordAddress,
    body: records.anyFields,
    bodies: records.changedFields,
    response: records.record,
  }),
  removeRecord: remove({
    path: '/api/records/:kind/:key/',
    who: 'volunteer',
    summary: 'Remove a record that has no review of its own; the audit trail keeps what it said',
    params: records.recordAddress,
    response: nothing,
  }),
  publish: step({
    path: '/api/records/:kind/:key/publish/',
    summary: 'Publish a draft, and the drafts that it names',
    params: records.reviewedAddress,
    body: records.reviewNote,
    response: records.record,
  }),
  returnDraft: step({
    path: '/api/records/:kind/:key/return/',
    summary: 'Return a draft to its author with a note',
    params: records.reviewedAddress,
    body: records.returnNote,
    response: records.record,
  }),
  resubmit: step({
    path: '/api/records/:kind/:key/resubmit/',
    who: 'volunteer',
    summary: 'Put a returned or discarded draft back into the queue',
    params: records.reviewedAddress,
    body: records.reviewNote,
    response: records.record,
  }),
  discard: step({
    path: '/api/records/:kind/:key/discard/',
    summary: 'Take a draft out of the queue for good; it is kept, and can be put back',
    params: records.reviewedAddress,
    body: records.reviewNote,
    response: records.record,
  }),
  unpublish: step({
    path: '/api/records/:kind/:key/unpublish/',
    summary: 'Make a published record a draft again',
    params: records.reviewedAddress,
    body: records.reviewNote,
    response: records.record,
  }),
  audit: get({
    path: '/api/audit/',
    who: 'staff',
    summary: 'Who did what, the latest first',
    query: records.auditQuery,
    response: v.array(records.auditEntry),
    addition: true,
  }),
  builds: get({
    path: '/api/builds/',
    who: 'staff',
    summary: 'The latest rebuilds of the site, and why one failed',
    response: v.array(build),
    addition: true,
  }),
  requestBuild: post({
    path: '/api/builds/',
    who: 'staff',
    summary: 'Ask for a rebuild of the site',
    body: buildRequest,
    response: build,
    addition: true,
  }),

  // Accounts
  accounts: get({
    path: '/api/accounts/',
    who: 'administrator',
    summary: 'Accounts',
    response: v.array(account.account),
    addition: true,
  }),
  createAccount: post({
    path: '/api/accounts/',
    who: 'administrator',
    summary: 'Create an account and send its invitation',
    body: account.accountCreate,
    response: account.account,
    addition: true,
  }),
  editAccount: patch({
    path: '/api/accounts/:id/',
    who: 'administrator',
    summary: 'Change the name, organization or role of an account, or disable it',
    body: account.accountEdit,
    response: account.account,
  }),
  inviteAgain: post({
    path: '/api/accounts/:id/invite/',
    who: 'administrator',
    status: 204,
    summary: 'Send the invitation again, or a link to choose a new password',
    response: nothing,
    addition: true,
  }),
  endSessions: post({
    path: '/api/accounts/:id/end_sessions/',
    who: 'administrator',
    status: 204,
    summary: 'End every session of an account',
    response: nothing,
    addition: true,
  }),

  // Old maps
  tile: get({
    path: '/raster/algebra/:z/:x/:y.png',
    summary: 'A tile of the old maps',
    params: maps.tileParams,
    query: maps.tileQuery,
    response: 'tile',
  }),
  overlays: get({
    path: '/api/overlays/',
    summary: 'The old maps and pictures from the air that are kept as tiles',
    response: maps.overlays,
    addition: true,
  }),

  // How the archive is
  health: get({ path: '/api/health/', summary: 'How the archive is', response: health, addition: true }),
  changes: get({
    path: '/api/changes/',
    summary: 'How often the archive has changed',
    response: changes,
    addition: true,
  }),
  openapi: get({
    path: '/api/openapi.json',
    summary: 'This document',
    response: v.record(v.string(), v.unknown()),
    addition: true,
  }),
} satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

/** A path with its parameters filled in, for example `/api/item/12/`. */
export function fillPath(path: string, parameters: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(parameters[key] ?? '')))
}
