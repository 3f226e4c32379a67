import { ROLES } from '../contract/account.ts'
import type { May, Role } from '../contract/account.ts'
import type { EndpointName } from '../contract/endpoints.ts'
import type { RecordKind, RecordState } from '../contract/record.ts'

/** Who makes a call. `organization` is the one of the account; an anonymous visitor has neither id nor organization. */
export interface Caller {
  id: number | null
  role: Role
  organization: number | null
}
export const ANONYMOUS: Caller = { id: null, role: 'anonymous', organization: null }

/**
 * What a call reaches: nothing at all (it is refused), what is published, that and the caller's own drafts, or everything.
 * For a call that reads or writes no record, `published` says that it may be made.
 */
export type Reach = 'none' | 'published' | 'own' | 'all'
type Row = Record<Role, Reach>
const row = (...reaches: [Reach, Reach, Reach, Reach, Reach]): Row =>
  Object.fromEntries(ROLES.map((role, at) => [role, reaches[at]!])) as Row

/** Columns: anonymous, volunteer, society member, staff, administrator. */
const open = row('published', 'published', 'published', 'published', 'published')
const drafts = row('published', 'own', 'own', 'all', 'all')
const submit = row('none', 'own', 'own', 'all', 'all')
const signedIn = row('none', 'published', 'published', 'published', 'published')
const society = row('none', 'none', 'own', 'all', 'all')
const staff = row('none', 'none', 'none', 'all', 'all')
const administrator = row('none', 'none', 'none', 'none', 'all')

/** Every call of the API (contract/endpoints.ts) and every role (spec §6, design.md "Drafts and publishing", "Accounts"). */
export const PERMISSIONS: Record<EndpointName, Row> = {
  login: open,
  verifyToken: open,
  refreshToken: open,
  requestReset: open,
  confirmReset: open,
  activate: open,
  me: signedIn,
  changePassword: signedIn,
  logOutEverywhere: signedIn,

  locations: open,
  location: open,
  lots: open,
  ownership: drafts,
  heritage: open,
  locationDescriptions: open,
  plaques: open,
  people: drafts,
  person: drafts,
  personImage: drafts,
  relationships: drafts,
  organizations: drafts,
  organization: drafts,
  organizationLocations: drafts,
  employment: drafts,
  subjects: drafts,
  collections: drafts,
  collection: drafts,
  items: drafts,
  itemFacets: drafts,
  itemPlaces: drafts,
  item: drafts,
  scanImage: drafts,
  scanInformation: drafts,
  scanTile: drafts,

  createItem: submit,
  createScan: submit,
  createPerson: submit,
  createGrave: submit,
  createPersonImage: submit,
  createRelationship: submit,
  createOrganization: submit,
  createSubject: submit,
  createCollection: society,

  submissions: submit,
  record: submit,
  editRecord: submit,
  removeRecord: submit,
  resubmit: submit,

  scanOriginal: staff,
  queue: staff,
  createRecord: staff,
  publish: staff,
  returnDraft: staff,
  discard: staff,
  unpublish: staff,
  audit: staff,
  builds: staff,
  requestBuild: staff,

  accounts: administrator,
  createAccount: administrator,
  editAccount: administrator,
  inviteAgain: administrator,
  endSessions: administrator,

  tile: open,
  overlays: open,
  health: open,
  changes: open,
  openapi: open,
}

export const reachOf = (caller: Caller, call: EndpointName): Reach => PERMISSIONS[call][caller.role]

/** A role counts as every role before it. */
export const isAtLeast = (caller: Caller, role: Role): boolean => ROLES.indexOf(caller.role) >= ROLES.indexOf(role)

/** Only the society's own members set an item's collection, identifier and copyright (spec §6); of others they are not believed. */
export const mayDescribeArchivally = (caller: Caller): boolean => isAtLeast(caller, 'society')
/** Those fields, as they are when nothing is said. */
export const NO_ARCHIVAL_DESCRIPTION = { collection: null, archival_identifier: '', copyright_info: '' }

/** What staff add themselves needs no review; an item is a draft whoever submits it (spec §4). */
export const isReviewed = (caller: Caller, kind: RecordKind): boolean => kind === 'items' || !isAtLeast(caller, 'staff')

/** Whose drafts a caller sees: nobody's, their own, or everybody's. */
export function mayRead(caller: Caller, record: { state: RecordState; author: number | null }): boolean {
  if (record.state === 'published' || isAtLeast(caller, 'staff')) return true
  return caller.id !== null && record.author === caller.id
}

/** An author changes what waits or came back; published and discarded records are the staff's. */
export function mayEdit(caller: Caller, record: { state: RecordState; author: number | null }): boolean {
  if (isAtLeast(caller, 'staff')) return true
  return (
    caller.id !== null && record.author === caller.id && (record.state === 'waiting' || record.state === 'returned')
  )
}

/** What `/auth/users/me/` tells a page that its user may do. */
export function mayOf(caller: Caller): May[] {
  const may: [May, Role][] = [
    ['submit', 'volunteer'],
    ['describe_archivally', 'society'],
    ['add_collections', 'society'],
    ['review', 'staff'],
    ['manage_accounts', 'administrator'],
  ]
  return may.filter(([, role]) => isAtLeast(caller, role)).map(([word]) => word)
}

/** The role that an account has: its own, or that of a society member by its organization (spec §6). */
export function effectiveRole(
  account: { role: 'volunteer' | 'staff' | 'administrator'; organization: number | null },
  societyId: number,
): Role {
  if (account.role !== 'volunteer') return account.role
  return account.organization === societyId ? 'society' : 'volunteer'
}
