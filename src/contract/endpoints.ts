/* eslint-disable max-lines -- a table: every call of the API, once */
import * as v from 'valibot'
import * as account from './account.ts'
import type { Role } from './account.ts'
import { build, buildRequest, changes, health, noContent } from './status.ts'
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
import { IMAGE_FORMATS, imagePreview, pictureVersion, scanCreate, watermarkDrawing, watermarkQuery } from './scan.ts'
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
/** Options replace defaults in the type too: an intersection of two statuses would be `never`. */
type Declared<D, P, R, O> = Omit<D, keyof O> & { path: P; summary: string; response: R } & O
const declare =
  <const D extends Pick<Endpoint, 'method' | 'who' | 'status'> & Options>(defaults: D) =>
  <const P extends string, const R extends Endpoint['response'], const O extends Options = Record<never, never>>(
    path: P,
    summary: string,
    response: R,
    options = {} as O,
  ) =>
    ({ ...defaults, path, summary, response, ...options }) as Declared<D, P, R, NoInfer<O>>

const get = declare({ method: 'GET', who: 'anonymous', status: 200 })
/** Our additions: a read for everybody, and one for staff. */
const added = declare({ method: 'GET', who: 'anonymous', status: 200, addition: true })
const staffRead = declare({ method: 'GET', who: 'staff', status: 200, addition: true })
/** Submissions: may be repeated. */
const submit = declare({ method: 'POST', who: 'volunteer', status: 201, idempotent: true })
/** A submission with a picture. */
const upload = declare({ method: 'POST', who: 'volunteer', status: 201, idempotent: true, multipart: true })
/** For calls whose body proves the caller. */
const authenticate = declare({ method: 'POST', who: 'anonymous', status: 200, ignoresToken: true })
/** A command of our own: answers nothing. */
const command = declare({ method: 'POST', who: 'volunteer', status: 204, addition: true })
const create = declare({ method: 'POST', who: 'staff', status: 201, addition: true })
const patch = declare({ method: 'PATCH', who: 'staff', status: 200, addition: true })
const remove = declare({ method: 'DELETE', who: 'staff', status: 204, addition: true })
/** A review step: returns the changed record. */
const step = declare({
  method: 'POST',
  who: 'staff',
  status: 200,
  addition: true,
  params: records.reviewedAddress,
  body: records.reviewNote,
})

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
  changePassword: command('/auth/users/set_password/', 'Change your own password', noContent, {
    body: account.passwordChange,
  }),
  logOutEverywhere: command('/auth/users/end_sessions/', 'End all sessions of your own account', noContent),

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
  createPerson: submit('/api/people/', 'Add a person', people.personCreated, { body: people.personCreate }),
  createGrave: submit('/api/graves/', 'Link a gravestone', people.grave, { body: people.graveCreate }),
  createPersonImage: upload('/api/people/images/create/', 'Add a picture of a person', pictureCreated, {
    body: people.personImageCreate,
  }),
  createRelationship: submit('/api/people/relationships/', 'Add a parent', people.relationship, {
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
  createOrganization: submit('/api/organizations/', 'Add an organization', org.organizationCreated, {
    body: org.organizationCreate,
  }),

  // Subjects and collections
  subjects: get('/api/subjects/', 'Subjects', v.array(subject), {
    costly: true,
    query: v.object({ search: textQuery }),
  }),
  createSubject: submit('/api/subjects/', 'Add a subject', subjectCreated, { body: subjectCreate }),
  collections: get('/api/collections/', 'Collections', v.array(collection), {
    query: v.object({ parent_collection: idQuery, visibility: choiceQuery(VISIBILITIES) }),
  }),
  collection: get('/api/collection/:id/', 'One collection', collection),
  createCollection: submit('/api/collections/', 'Add a collection', collectionCreated, {
    who: 'society',
    body: collectionCreate,
  }),

  // Items and scans
  items: get('/api/items/', 'Items, filtered and paged', itemPage, {
    costly: true,
    query: v.object({ page: pageQuery, page_size: pageSizeQuery, ...itemFilters }),
  }),
  itemFacets: added(
    '/api/items/facets/',
    'Number of items per type, decade, subject and collection with these filters',
    itemFacets,
    {
      costly: true,
      query: v.object(itemFilters),
    },
  ),
  itemPlaces: added('/api/items/places/', 'Number of these items per zone', itemPlaces, {
    costly: true,
    query: v.object(itemFilters),
  }),
  item: get('/api/item/:id/', 'One item', item),
  createItem: submit('/api/item/post/', 'Submit an item', itemCreated, { body: itemSubmit }),
  scanImage: get('/api/scan/image/:id/', 'The picture of a scan', 'image', { query: imageQuery }),
  createScan: upload('/api/scans/create/', 'Add a scan to an item', pictureCreated, { body: scanCreate }),

  previewImage: command('/api/scans/preview/', 'A small JPEG of a picture; nothing is stored', imagePreview, {
    status: 200,
    multipart: true,
    body: v.object({}),
  }),
  drawWatermark: added('/api/scans/watermark/', 'A watermark as it is drawn onto a picture', watermarkDrawing, {
    who: 'volunteer',
    query: watermarkQuery,
  }),
  scanInformation: added(
    '/api/scan/iiif/:id/:version/info.json',
    'IIIF information of a scan (Image API 3, level 0)',
    'information',
    { params: v.object({ version: pictureVersion }) },
  ),
  scanTile: added('/api/scan/iiif/:id/:version/:region/:size/0/default.jpg', 'A IIIF tile of a scan', 'jpeg', {
    params: v.object({ version: pictureVersion, region: v.string(), size: v.string() }),
  }),
  scanOriginal: staffRead('/api/scan/original/:id/', 'The original file of a scan', 'file'),

  // Review (our additions, like everything below)
  queue: staffRead('/api/review/', 'The review queue, oldest first, paged', records.queuePage, {
    query: records.queueQuery,
  }),
  submissions: added(
    '/api/submissions/',
    "The caller's submissions and their review state, newest first, paged",
    records.queuePage,
    { who: 'volunteer', query: records.submissionsQuery },
  ),
  record: added(
    '/api/records/:kind/:key/',
    'A record for the review desk: fields, version, history and dependent drafts',
    records.record,
    {
      who: 'volunteer',
      params: records.recordAddress,
    },
  ),
  createRecord: create('/api/records/:kind/', 'Add a record of any kind', records.record, {
    idempotent: true,
    params: records.kindAddress,
    body: records.anyFields,
    bodies: records.newFields,
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
  }),
  returnDraft: step('/api/records/:kind/:key/return/', 'Return a draft to its author with a note', records.record, {
    requiresVersion: true,
    body: records.returnNote,
  }),
  resubmit: step(
    '/api/records/:kind/:key/resubmit/',
    'Put a returned or discarded draft back in the queue',
    records.record,
    { who: 'volunteer' },
  ),
  discard: step('/api/records/:kind/:key/discard/', 'Discard a draft; it is kept and can be put back', records.record, {
    requiresVersion: true,
  }),
  unpublish: step('/api/records/:kind/:key/unpublish/', 'Make a published record a draft again', records.record),
  audit: staffRead('/api/audit/', 'The audit trail, newest first', v.array(records.auditEntry), {
    query: records.auditQuery,
  }),
  builds: staffRead('/api/builds/', 'The latest rebuilds of the site', v.array(build)),
  requestBuild: create('/api/builds/', 'Request a rebuild of the site', build, { body: buildRequest }),

  // Accounts
  accounts: added('/api/accounts/', 'Accounts', v.array(account.account), { who: 'administrator' }),
  createAccount: create('/api/accounts/', 'Create an account and send its invitation', account.account, {
    who: 'administrator',
    body: account.accountCreate,
  }),
  editAccount: patch(
    '/api/accounts/:id/',
    'Change the name, organization or role of an account, or disable it',
    account.account,
    { who: 'administrator', body: account.accountEdit },
  ),
  inviteAgain: command(
    '/api/accounts/:id/invite/',
    'Send the invitation again, or a link to choose a new password',
    noContent,
    { who: 'administrator' },
  ),
  endSessions: command('/api/accounts/:id/end_sessions/', 'End all sessions of an account', noContent, {
    who: 'administrator',
  }),

  // Old maps
  tile: get('/raster/algebra/:z/:x/:y.png', 'A tile of the old maps', 'tile', {
    params: maps.tileParams,
    query: maps.tileQuery,
  }),
  overlays: added('/api/overlays/', 'Old maps and aerial pictures that are kept as tiles', maps.overlays),

  // Status
  health: added('/api/health/', 'Health of the archive', health),
  changes: added('/api/changes/', 'The change counter of the archive', changes),
  openapi: added('/api/openapi.json', 'This document', v.record(v.string(), v.unknown())),
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
