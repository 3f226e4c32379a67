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
import { changes, health, noContent } from './status.ts'
import { subject, subjectCreate, subjectCreated } from './subject.ts'

/** A call of the API. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Fastify's notation: `:id`. All end in `/` except tiles, IIIF services and the OpenAPI document. */
  path: string
  /** The least role that may make the call; what it may access is in rules/access. */
  who: Role
  summary: string
  /** Path parameters besides `:id`; invalid values are a 404. */
  params?: v.GenericSchema
  query?: v.GenericSchema
  /** JSON, or with `multipart` the form fields beside the file `image`. */
  body?: v.GenericSchema
  /** Bodies by the `kind` in the path, if they differ; `body` is what they share. */
  bodies?: Record<string, v.GenericSchema>
  multipart?: boolean
  /** The Authorization header is ignored, since the body proves the caller: an expired token must not block a new login (spec §6). */
  ignoresToken?: true
  /** With an `Idempotency-Key` header, a repeated call returns the first response. */
  idempotent?: true
  /** A list whose cost depends on the query: it may be refused for now (429, 503). */
  costly?: true
  /** `If-Match` has to name the version that was read, so that nothing is changed or published unseen; 428 without it. */
  requiresVersion?: true
  /** Status of a success. */
  status: 200 | 201 | 204
  /** `image`: a picture in a format that the call chooses; `tile`: of a map; `jpeg`, `information`: of a IIIF service; `file`: an original. */
  response: v.GenericSchema | 'image' | 'tile' | 'jpeg' | 'information' | 'file'
  /** An addition to spec §7, optional for clients (design.md). */
  addition?: true
}

type Options = Partial<Omit<Endpoint, 'method' | 'path' | 'summary' | 'response'>>
type Defaults = Pick<Endpoint, 'method' | 'who' | 'status' | 'addition' | 'ignoresToken'>
/** Options replace defaults in the type too: an intersection of two statuses would be `never`. */
type Declared<D, P, R, O> = Omit<D, keyof O> & { path: P; summary: string; response: R } & O
const declare =
  <const D extends Defaults>(defaults: D) =>
  <const P extends string, const R extends Endpoint['response'], const O extends Options = Record<never, never>>(
    path: P,
    summary: string,
    response: R,
    options = {} as O,
  ) =>
    ({ ...defaults, path, summary, response, ...options }) as Declared<D, P, R, O>

const get = declare({ method: 'GET', who: 'anonymous', status: 200 })
const post = declare({ method: 'POST', who: 'volunteer', status: 201 })
/** For calls whose body proves the caller. */
const authenticate = declare({ method: 'POST', who: 'anonymous', status: 200, ignoresToken: true })
const patch = declare({ method: 'PATCH', who: 'staff', status: 200, addition: true })
const remove = declare({ method: 'DELETE', who: 'staff', status: 204, addition: true })
/** A review step: returns the changed record. */
const step = declare({ method: 'POST', who: 'staff', status: 200, addition: true })

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

/** All calls of the API (spec §7; design.md "endpoints.ts is the spine"). */
export const endpoints = {
  // Authentication
  login: authenticate('/auth/jwt/create/', 'Log in', account.tokens, { body: account.login }),
  verifyToken: authenticate('/auth/jwt/verify/', 'Check a token', v.object({}), { body: account.tokenVerify }),
  refreshToken: authenticate('/auth/jwt/refresh/', 'Get a new access token', account.tokenRefreshed, {
    body: account.tokenRefresh,
  }),
  logOut: authenticate('/auth/jwt/logout/', 'End the session of a refresh token', noContent, {
    status: 204,
    body: account.logOut,
    addition: true,
  }),
  me: get('/auth/users/me/', 'The logged-in user', account.user, { who: 'volunteer' }),
  requestReset: authenticate('/auth/users/reset_password/', 'Request a password reset link', noContent, {
    status: 204,
    body: account.resetRequest,
  }),
  confirmReset: authenticate('/auth/users/reset_password_confirm/', 'Choose a new password', noContent, {
    status: 204,
    body: account.resetConfirm,
  }),
  activate: authenticate('/auth/users/activation/', 'Activate an account', noContent, {
    status: 204,
    body: account.activation,
  }),
  changePassword: post('/auth/users/set_password/', 'Change your own password', noContent, {
    status: 204,
    body: account.passwordChange,
    addition: true,
  }),
  logOutEverywhere: post('/auth/users/end_sessions/', 'End all sessions of your own account', noContent, {
    status: 204,
    addition: true,
  }),

  // Zones and lots
  locations: get('/api/locations/', 'Zones', zone.locationCollection, {
    costly: true,
    query: v.object({ search: textQuery, lot: namesQuery }),
  }),
  location: get('/api/location/:id/', 'One zone', zone.locationFeature),
  lots: get('/api/lots/', 'Lots, of a zone when `search` names one', v.array(lot), {
    query: v.object({ search: idQuery }),
  }),
  ownership: get('/api/lots/ownership/', 'Who owned which lot', v.array(ownership), {
    query: v.object({ lot: namesQuery, person: idQuery }),
  }),
  heritage: get('/api/heritage-information/', 'Heritage information', v.array(heritage), {
    query: v.object({ location: idQuery }),
  }),
  locationDescriptions: get('/api/locationdescription/', 'Descriptions of zones', v.array(zone.locationDescription), {
    query: v.object({ search: idQuery }),
  }),
  plaques: get('/api/plaques/', 'Plaques', v.array(zone.plaque), { query: v.object({ search: idQuery }) }),

  // People
  people: get('/api/people/', 'People', v.array(people.person), {
    costly: true,
    query: v.object({ people: idsQuery, search: textQuery }),
  }),
  person: get('/api/person/:id/', 'One person', people.person),
  personImage: get('/api/people/images/:id/', 'The picture of a person', 'image', { query: imageQuery }),
  relationships: get('/api/people/relationships/', 'Parents and children', v.array(people.relationship), {
    query: v.object({ person1: idQuery, person2: idQuery, relationship_type: choiceQuery(people.RELATIONSHIP_TYPES) }),
  }),
  createPerson: post('/api/people/', 'Add a person', people.personCreated, {
    idempotent: true,
    body: people.personCreate,
  }),
  createGrave: post('/api/graves/', 'Link a gravestone', people.grave, { idempotent: true, body: people.graveCreate }),
  createPersonImage: post('/api/people/images/create/', 'Add a picture of a person', v.object({ id: v.number() }), {
    idempotent: true,
    multipart: true,
    body: people.personImageCreate,
  }),
  createRelationship: post('/api/people/relationships/', 'Add a parent', people.relationship, {
    idempotent: true,
    body: people.relationshipCreate,
  }),

  // Organizations
  organizations: get('/api/organizations/', 'Organizations', v.array(org.organization), {
    costly: true,
    query: v.object({ search: textQuery, ids: idsQuery }),
  }),
  organization: get('/api/organization/:id/', 'One organization', org.organization),
  organizationLocations: get(
    '/api/organizations/location/',
    'Where organizations were',
    v.array(org.organizationLocation),
    { query: v.object({ organization: idQuery, location: idQuery }) },
  ),
  employment: get('/api/employment/', 'Who worked where', v.array(org.employment), {
    query: v.object({ person: idQuery, organization: idQuery }),
  }),
  createOrganization: post('/api/organizations/', 'Add an organization', org.organizationCreated, {
    idempotent: true,
    body: org.organizationCreate,
  }),

  // Subjects and collections
  subjects: get('/api/subjects/', 'Subjects', v.array(subject), {
    costly: true,
    query: v.object({ search: textQuery }),
  }),
  createSubject: post('/api/subjects/', 'Add a subject', subjectCreated, { idempotent: true, body: subjectCreate }),
  collections: get('/api/collections/', 'Collections', v.array(collection), {
    query: v.object({ parent_collection: idQuery, visibility: choiceQuery(VISIBILITIES) }),
  }),
  collection: get('/api/collection/:id/', 'One collection', collection),
  createCollection: post('/api/collections/', 'Add a collection', collectionCreated, {
    idempotent: true,
    who: 'society',
    body: collectionCreate,
  }),

  // Items and scans
  items: get('/api/items/', 'Items, filtered and paged', itemPage, {
    costly: true,
    query: v.object({ page: pageQuery, page_size: pageSizeQuery, ...itemFilters }),
  }),
  itemFacets: get(
    '/api/items/facets/',
    'Number of items per type, decade, subject and collection with these filters',
    itemFacets,
    { costly: true, query: v.object(itemFilters), addition: true },
  ),
  itemPlaces: get('/api/items/places/', 'Number of these items per zone', itemPlaces, {
    costly: true,
    query: v.object(itemFilters),
    addition: true,
  }),
  item: get('/api/item/:id/', 'One item', item),
  createItem: post('/api/item/post/', 'Submit an item', itemCreated, { idempotent: true, body: itemSubmit }),
  scanImage: get('/api/scan/image/:id/', 'The picture of a scan', 'image', { query: imageQuery }),
  createScan: post('/api/scans/create/', 'Add a scan to an item', v.object({ id: v.number() }), {
    idempotent: true,
    multipart: true,
    body: scanCreate,
  }),

  scanInformation: get(
    '/api/scan/iiif/:id/:version/info.json',
    'IIIF information of a scan (Image API 3, level 0)',
    'information',
    { params: v.object({ version: pictureVersion }), addition: true },
  ),
  scanTile: get('/api/scan/iiif/:id/:version/:region/:size/0/default.jpg', 'A IIIF tile of a scan', 'jpeg', {
    params: v.object({ version: pictureVersion, region: v.string(), size: v.string() }),
    addition: true,
  }),
  scanOriginal: get('/api/scan/original/:id/', 'The original file of a scan', 'file', { who: 'staff', addition: true }),

  // Review (our additions, like everything below)
  queue: get('/api/review/', 'The review queue, oldest first, paged', records.queuePage, {
    who: 'staff',
    query: records.queueQuery,
    addition: true,
  }),
  submissions: get(
    '/api/submissions/',
    "The caller's submissions and their review state, newest first, paged",
    records.queuePage,
    { who: 'volunteer', query: records.submissionsQuery, addition: true },
  ),
  record: get(
    '/api/records/:kind/:key/',
    'A record for the review desk: fields, version, history and dependent drafts',
    records.record,
    { who: 'volunteer', params: records.recordAddress, addition: true },
  ),
  createRecord: post('/api/records/:kind/', 'Add a record of any kind', records.record, {
    who: 'staff',
    idempotent: true,
    params: records.kindAddress,
    body: records.anyFields,
    bodies: records.newFields,
    addition: true,
  }),
  editRecord: patch('/api/records/:kind/:key/', 'Change fields of a record', records.record, {
    who: 'volunteer',
    requiresVersion: true,
    params: records.recordAddress,
    body: records.anyFields,
    bodies: records.changedFields,
  }),
  removeRecord: remove(
    '/api/records/:kind/:key/',
    'Remove a record of a kind without review; the audit trail keeps its fields',
    noContent,
    { who: 'volunteer', requiresVersion: true, params: records.recordAddress },
  ),
  publish: step('/api/records/:kind/:key/publish/', 'Publish a draft and its dependent drafts', records.record, {
    requiresVersion: true,
    params: records.reviewedAddress,
    body: records.reviewNote,
  }),
  returnDraft: step('/api/records/:kind/:key/return/', 'Return a draft to its author with a note', records.record, {
    requiresVersion: true,
    params: records.reviewedAddress,
    body: records.returnNote,
  }),
  resubmit: step(
    '/api/records/:kind/:key/resubmit/',
    'Put a returned or discarded draft back in the queue',
    records.record,
    { who: 'volunteer', params: records.reviewedAddress, body: records.reviewNote },
  ),
  discard: step('/api/records/:kind/:key/discard/', 'Discard a draft; it is kept and can be put back', records.record, {
    requiresVersion: true,
    params: records.reviewedAddress,
    body: records.reviewNote,
  }),
  unpublish: step('/api/records/:kind/:key/unpublish/', 'Make a published record a draft again', records.record, {
    params: records.reviewedAddress,
    body: records.reviewNote,
  }),
  audit: get('/api/audit/', 'The audit trail, newest first', v.array(records.auditEntry), {
    who: 'staff',
    query: records.auditQuery,
    addition: true,
  }),
  builds: get('/api/builds/', 'The latest rebuilds of the site', v.array(build), { who: 'staff', addition: true }),
  requestBuild: post('/api/builds/', 'Request a rebuild of the site', build, {
    who: 'staff',
    body: buildRequest,
    addition: true,
  }),

  // Accounts
  accounts: get('/api/accounts/', 'Accounts', v.array(account.account), { who: 'administrator', addition: true }),
  createAccount: post('/api/accounts/', 'Create an account and send its invitation', account.account, {
    who: 'administrator',
    body: account.accountCreate,
    addition: true,
  }),
  editAccount: patch(
    '/api/accounts/:id/',
    'Change the name, organization or role of an account, or disable it',
    account.account,
    { who: 'administrator', body: account.accountEdit },
  ),
  inviteAgain: post(
    '/api/accounts/:id/invite/',
    'Send the invitation again, or a link to choose a new password',
    noContent,
    { who: 'administrator', status: 204, addition: true },
  ),
  endSessions: post('/api/accounts/:id/end_sessions/', 'End all sessions of an account', noContent, {
    who: 'administrator',
    status: 204,
    addition: true,
  }),

  // Old maps
  tile: get('/raster/algebra/:z/:x/:y.png', 'A tile of the old maps', 'tile', {
    params: maps.tileParams,
    query: maps.tileQuery,
  }),
  overlays: get('/api/overlays/', 'Old maps and aerial pictures that are kept as tiles', maps.overlays, {
    addition: true,
  }),

  // Status
  health: get('/api/health/', 'Health of the archive', health, { addition: true }),
  changes: get('/api/changes/', 'The change counter of the archive', changes, { addition: true }),
  openapi: get('/api/openapi.json', 'This document', v.record(v.string(), v.unknown()), { addition: true }),
} satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
/** The parsed query of a call. */
export type Query<N extends EndpointName> = Endpoints[N] extends { query: infer Q extends v.GenericSchema }
  ? v.InferOutput<Q>
  : never

/** Fills in the parameters of a path, for example `/api/item/12/`. */
export function fillPath(path: string, parameters: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(parameters[key] ?? '')))
}
