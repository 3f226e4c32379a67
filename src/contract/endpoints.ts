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

type Options = Partial<Omit<Endpoint, 'method' | 'path' | 'response'>>
/** Options replace defaults in the type too: an intersection of two statuses would be `never`. */
type Declared<D, P, R, O> = Omit<D, keyof O> & { path: P; response: R } & O
const declare =
  <const D extends Pick<Endpoint, 'method' | 'who' | 'status'> & Options>(defaults: D) =>
  <const P extends string, const R extends Endpoint['response'], const O extends Options = Record<never, never>>(
    path: P,
    response: R,
    options = {} as O,
  ) =>
    ({ ...defaults, path, response, ...options }) as Declared<D, P, R, NoInfer<O>>

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
  scanOriginal: staffRead('/api/scan/original/:id/', 'file'),

  // Review (our additions, like everything below)
  queue: staffRead('/api/review/', records.queuePage, {
    query: records.queueQuery,
  }),
  submissions: added('/api/submissions/', records.queuePage, { who: 'volunteer', query: records.submissionsQuery }),
  record: added('/api/records/:kind/:key/', records.record, {
    who: 'volunteer',
    params: records.recordAddress,
  }),
  createRecord: create('/api/records/:kind/', records.record, {
    idempotent: true,
    params: records.kindAddress,
    body: records.anyFields,
    bodies: records.newFields,
  }),
  editRecord: patch('/api/records/:kind/:key/', records.record, {
    who: 'volunteer',
    requiresVersion: true,
    params: records.recordAddress,
    body: records.anyFields,
    bodies: records.changedFields,
  }),
  removeRecord: remove('/api/records/:kind/:key/', noContent, {
    who: 'volunteer',
    requiresVersion: true,
    params: records.recordAddress,
  }),
  publish: step('/api/records/:kind/:key/publish/', records.record, {
    requiresVersion: true,
  }),
  returnDraft: step('/api/records/:kind/:key/return/', records.record, {
    requiresVersion: true,
    body: records.returnNote,
  }),
  resubmit: step('/api/records/:kind/:key/resubmit/', records.record, { who: 'volunteer' }),
  discard: step('/api/records/:kind/:key/discard/', records.record, {
    requiresVersion: true,
  }),
  unpublish: step('/api/records/:kind/:key/unpublish/', records.record),
  audit: staffRead('/api/audit/', v.array(records.auditEntry), {
    query: records.auditQuery,
  }),
  builds: staffRead('/api/builds/', v.array(build)),
  requestBuild: create('/api/builds/', build, { body: buildRequest }),

  // Accounts
  accounts: added('/api/accounts/', v.array(account.account), { who: 'administrator' }),
  createAccount: create('/api/accounts/', account.account, {
    who: 'administrator',
    body: account.accountCreate,
  }),
  editAccount: patch('/api/accounts/:id/', account.account, { who: 'administrator', body: account.accountEdit }),
  inviteAgain: command('/api/accounts/:id/invite/', noContent, { who: 'administrator' }),
  endSessions: command('/api/accounts/:id/end_sessions/', noContent, {
    who: 'administrator',
  }),

  // Old maps
  tile: get('/raster/algebra/:z/:x/:y.png', 'tile', {
    params: maps.tileParams,
    query: maps.tileQuery,
  }),
  overlays: added('/api/overlays/', maps.overlays),

  // Status
  health: added('/api/health/', health),
  changes: added('/api/changes/', changes),
  openapi: added('/api/openapi.json', v.record(v.string(), v.unknown())),
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
