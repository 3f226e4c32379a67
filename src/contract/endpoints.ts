/* eslint-disable max-lines -- a table: every call of the API, once */
import * as v from 'valibot'
import * as account from './account.ts'
import { collection, collectionCreate, collectionCreated } from './collection.ts'
import { heritage } from './heritage.ts'
import { ITEM_TYPES, VISIBILITIES, item, itemCreated, itemPage, itemSubmit } from './item.ts'
import * as zone from './location.ts'
import { lot, ownership } from './lot.ts'
import * as org from './organization.ts'
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
import { IMAGE_FORMATS, scanCreate } from './scan.ts'
import { changes, health, nothing } from './status.ts'
import { subject, subjectCreate, subjectCreated } from './subject.ts'

/** Who may make a call, each including those after it (spec §6). */
export const ROLES = ['anyone', 'user', 'society', 'staff', 'administrator'] as const
export type Role = (typeof ROLES)[number]

/** A JSON body, a multipart body (its fields beside the file `image`), or none. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** Fastify's notation: `:id`. Every path ends in `/` but a tile's and the OpenAPI document's. */
  path: string
  who: Role
  summary: string
  query?: v.GenericSchema
  body?: v.GenericSchema
  multipart?: boolean
  /** Status of a success. */
  status: 200 | 201 | 204
  /** What a success answers; `image` is a picture whose kind the call chooses. */
  response: v.GenericSchema | 'image'
  /** True for what Lotline adds to spec §7: a client treats it as optional (design.md). */
  addition?: true
}

type Given = Omit<Endpoint, 'method' | 'status' | 'who'> & Partial<Pick<Endpoint, 'status' | 'who'>>
/** What is given wins over what is usual, in the type too: an intersection of two different statuses would be `never`. */
type With<Usual, E> = Omit<Usual, keyof E> & E
const GET = { method: 'GET', who: 'anyone', status: 200 } as const
const POST = { method: 'POST', who: 'user', status: 201 } as const
const get = <const E extends Given>(endpoint: E) => ({ ...GET, ...endpoint }) as With<typeof GET, E>
const post = <const E extends Given>(endpoint: E) => ({ ...POST, ...endpoint }) as With<typeof POST, E>

/**
 * A width in pixels and a kind of file. Without `format` the Accept header chooses; without `width` the widest is sent.
 * `v` is the version that the item named: with it the answer may be kept for ever.
 */
const imageQuery = v.object({
  width: idQuery,
  format: choiceQuery(IMAGE_FORMATS),
  v: textQuery,
})

/** Every call of the API, once (spec §7; design.md "endpoints.ts is the spine"). */
export const endpoints = {
  // Authentication
  login: post({
    path: '/auth/jwt/create/',
    who: 'anyone',
    status: 200,
    summary: 'Log in',
    body: account.login,
    response: account.tokens,
  }),
  verifyToken: post({
    path: '/auth/jwt/verify/',
    who: 'anyone',
    status: 200,
    summary: 'Check a token',
    body: account.tokenVerify,
    response: v.object({}),
  }),
  refreshToken: post({
    path: '/auth/jwt/refresh/',
    who: 'anyone',
    status: 200,
    summary: 'Get a new access token',
    body: account.tokenRefresh,
    response: account.tokenRefreshed,
  }),
  me: get({ path: '/auth/users/me/', who: 'user', summary: 'Who is logged in', response: account.user }),
  requestReset: post({
    path: '/auth/users/reset_password/',
    who: 'anyone',
    status: 204,
    summary: 'Ask for a password reset link',
    body: account.resetRequest,
    response: nothing,
  }),
  confirmReset: post({
    path: '/auth/users/reset_password_confirm/',
    who: 'anyone',
    status: 204,
    summary: 'Choose a new password',
    body: account.resetConfirm,
    response: nothing,
  }),
  activate: post({
    path: '/auth/users/activation/',
    who: 'anyone',
    status: 204,
    summary: 'Activate an account',
    body: account.activation,
    response: nothing,
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
    summary: 'Add a person',
    body: people.personCreate,
    response: people.personCreated,
  }),
  createGrave: post({
    path: '/api/graves/',
    summary: 'Link a gravestone',
    body: people.graveCreate,
    response: people.grave,
  }),
  createPersonImage: post({
    path: '/api/people/images/create/',
    summary: 'Add a picture of a person',
    multipart: true,
    body: people.personImageCreate,
    response: v.object({}),
  }),
  createRelationship: post({
    path: '/api/people/relationships/',
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
    who: 'society',
    summary: 'Add a collection',
    body: collectionCreate,
    response: collectionCreated,
  }),

  // Items and scans
  items: get({
    path: '/api/items/',
    summary: 'Items, filtered and paged',
    query: v.object({
      page: pageQuery,
      page_size: pageSizeQuery,
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
    }),
    response: itemPage,
  }),
  item: get({ path: '/api/item/:id/', summary: 'One item', response: item }),
  createItem: post({ path: '/api/item/post/', summary: 'Submit an item', body: itemSubmit, response: itemCreated }),
  scanImage: get({
    path: '/api/scan/image/:id/',
    summary: 'The picture of a scan',
    query: imageQuery,
    response: 'image',
  }),
  createScan: post({
    path: '/api/scans/create/',
    summary: 'Add a scan to an item',
    multipart: true,
    body: scanCreate,
    response: v.object({ id: v.number() }),
  }),

  // Old maps
  tile: get({
    path: '/raster/algebra/:z/:x/:y.png',
    summary: 'A tile of the old maps',
    query: v.object({ layers: textQuery, alpha: textQuery }),
    response: 'image',
  }),

  // Our additions
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
