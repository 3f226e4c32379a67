import * as v from 'valibot'
import { ROLES, type Ability, type Role } from '#contract/account.ts'
import { ARCHIVAL } from '#contract/archival.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { descriptionOf, type FieldDescription } from '#contract/field.ts'
import { RECORD_KINDS, type RecordFields, type RecordKind, type RecordState } from '#contract/record.ts'
import type { OperationType } from '#contract/undo.ts'

/** `organization` is that of the account; an anonymous visitor has neither id nor organization. */
export interface Caller {
  id: number | null
  role: Role
  organization: number | null
}
export const ANONYMOUS: Caller = { id: null, role: 'anonymous', organization: null }
export const COMMAND_LINE: Caller = { id: null, role: 'administrator', organization: null }

/**
 * What a caller can access through a call: `none` (the call is refused), published records, those and the caller's own drafts, or everything. For a call
 * that involves no record, `published` means that it is allowed.
 */
export type Access = 'none' | 'published' | 'own' | 'all'
type Row = Record<Role, Access>
const row = (...reaches: [Access, Access, Access, Access, Access]): Row =>
  Object.fromEntries(ROLES.map((role, at) => [role, reaches[at]!])) as Row

/** Columns: anonymous, volunteer, society member, staff, administrator. */
const open = row('published', 'published', 'published', 'published', 'published')
const drafts = row('published', 'own', 'own', 'all', 'all')
const submit = row('none', 'own', 'own', 'all', 'all')
const signedIn = row('none', 'published', 'published', 'published', 'published')
const society = row('none', 'none', 'own', 'all', 'all')
const staff = row('none', 'none', 'none', 'all', 'all')
const administrator = row('none', 'none', 'none', 'none', 'all')

/** Every call of the API (contract/endpoints.ts) and every role (spec §6). */
export const PERMISSIONS: Record<EndpointName, Row> = {
  login: open,
  verifyToken: open,
  refreshToken: open,
  logOut: open,
  requestReset: open,
  confirmReset: open,
  activate: open,
  ...{ me: signedIn, changePassword: signedIn, logOutEverywhere: signedIn },
  ...{ previewImage: signedIn, drawWatermark: signedIn },

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
  ...{ employment: drafts, residents: drafts, placeNames: open },
  subjects: drafts,
  collections: drafts,
  collection: drafts,
  stories: drafts,
  story: drafts,
  items: drafts,
  itemFacets: drafts,
  itemPlaces: drafts,
  item: drafts,
  texts: drafts,
  scanImage: drafts,
  scanInformation: drafts,
  scanTile: drafts,

  createItem: submit,
  createScan: submit,
  sendRecording: submit,
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
  sendText: staff,
  ...{ replaceScan: staff, sortParts: staff, retryPages: staff },
  fileKey: staff,
  ...{ queue: staff, exportLink: staff, exportFile: open }, // whose address has a key
  claim: staff,
  release: staff,
  uses: staff,
  tree: staff,
  attached: staff,
  likely: staff,
  merge: staff,
  operations: staff,
  undo: staff,
  zoneLinks: staff,
  splitZone: staff,
  joinZones: staff,
  renameLot: staff,
  createRecord: staff,
  publish: staff,
  returnDraft: staff,
  discard: staff,
  unpublish: staff,
  setAudience: staff,
  takeDownRecord: staff,
  audit: staff,
  oldMaps: staff,
  uploadMap: staff,
  checkMap: staff,
  addMap: staff,
  openUpload: staff,
  copyMapScan: staff,
  cancelMapWork: staff,
  dropMapWork: staff,
  orderMaps: staff,
  editMap: staff,
  removeMap: staff,
  restoreMap: staff,

  builds: staff,
  requestBuild: staff,
  archiveState: staff,
  rollBack: administrator,
  // The address of a part has a key.
  ...{ imports: staff, createImport: staff, import: staff, changeImport: staff, removeImport: staff },
  ...{ sendImportPart: staff, removeImportFile: staff, importFile: staff },
  ...{ checkImport: staff, runImport: staff, cancelImport: staff },
  ...{ makeCopy: administrator, copyParts: administrator, copyPart: open },
  ...{ retryMail: administrator, retryHook: administrator },
  takedown: administrator,
  takeDown: administrator,

  accounts: administrator,
  createAccount: administrator,
  editAccount: administrator,
  inviteAgain: administrator,
  endSessions: administrator,

  settings: open,
  settingsForm: administrator,
  editSettings: administrator,
  changeLogo: administrator,
  removeLogo: administrator,
  ...{ postponeSettings: administrator, fetchContexts: administrator, contexts: open, goneItems: open },

  search: open,
  contentSearch: open,
  contentSearch1: open,
  autocomplete: open,
  tile: open,
  mediaFile: open,
  mediaTile: open,
  overlays: open,
  mapLayers: open,
  ...{ merged: open, oldAddresses: open },
  ...{ oai: open, oaiForm: open },
  health: open,
  changes: open,
  openapi: open,
}

export const accessTo = (caller: Caller, call: EndpointName): Access => PERMISSIONS[call][caller.role]

/** Each role includes the roles before it. */
export const isAtLeast = (caller: Caller, role: Role): boolean => ROLES.indexOf(caller.role) >= ROLES.indexOf(role)

/**
 * Fields that are ignored if this caller sends them, with what they are instead: only the society's own members set an item's collection, identifier and
 * copyright (spec §6), and only staff its star.
 */
export function ignoredFields(caller: Caller, kind: RecordKind): RecordFields {
  if (isAtLeast(caller, 'staff')) return {}
  const abilities = capabilitiesOf(caller)
  const refused = additionsWith(kind, ({ may }) => may !== undefined && !abilities.includes(may))
  const nothing = (field: string) => v.parse(ARCHIVAL[kind]![field] as v.GenericSchema, undefined)
  return {
    ...Object.fromEntries(refused.map((field) => [field, nothing(field)])),
    ...(kind === 'items' && { starred: false, ...(!isAtLeast(caller, 'society') && NO_ARCHIVAL_DESCRIPTION) }),
  }
}
const NO_ARCHIVAL_DESCRIPTION = { collection: null, archival_identifier: '', copyright_info: '' }

const additionsWith = (kind: RecordKind, isMeant: (field: Partial<FieldDescription>) => boolean): string[] =>
  Object.entries(ARCHIVAL[kind] ?? {}).flatMap(([field, schema]) =>
    isMeant(descriptionOf(schema as v.GenericSchema)) ? [field] : [],
  )
const STAFF_FIELDS = new Map(RECORD_KINDS.map((kind) => [kind, additionsWith(kind, ({ staff }) => staff === true)]))
/** The fields of a kind that nobody but staff reads. */
export const staffFields = (kind: RecordKind): readonly string[] => STAFF_FIELDS.get(kind)!

/** Records that staff add need no review, except items, which always start as drafts (spec §4), and stories, which are written over days. */
export const needsReview = (caller: Caller, kind: RecordKind): boolean =>
  kind === 'items' || kind === 'stories' || !isAtLeast(caller, 'staff')

/** Everybody reads published records, authors their own drafts that are not hidden, staff everything. */
export function mayRead(caller: Caller, record: { state: RecordState; author: number | null }): boolean {
  if (record.state === 'published' || isAtLeast(caller, 'staff')) return true
  return record.state !== 'hidden' && caller.id !== null && record.author === caller.id
}

/** Authors edit waiting and returned drafts; only staff edit published and discarded records. */
export function mayEdit(caller: Caller, record: { state: RecordState; author: number | null }): boolean {
  if (isAtLeast(caller, 'staff')) return true
  return (
    caller.id !== null && record.author === caller.id && (record.state === 'waiting' || record.state === 'returned')
  )
}

/** Only the author agrees to be named; others can only take it back. */
export const mayAgreeToCredit = (caller: Caller, author: number | null): boolean =>
  caller.id !== null && caller.id === author

/** An import may be all of the archive: whoever made it undoes it, and administrators. */
export const mayUndo = (caller: Caller, type: OperationType, author: number | null): boolean =>
  isAtLeast(caller, type !== 'import' || (author !== null && author === caller.id) ? 'staff' : 'administrator')

/** The `may` list of `/auth/users/me/`. */
export function capabilitiesOf(caller: Caller): Ability[] {
  const may: [Ability, Role][] = [
    ['submit', 'volunteer'],
    ['credit', 'volunteer'],
    ['describe_archivally', 'society'],
    ['add_collections', 'society'],
    ['review', 'staff'],
    ['manage_accounts', 'administrator'],
  ]
  return may.filter(([, role]) => isAtLeast(caller, role)).map(([word]) => word)
}

/** A volunteer whose organization is the society counts as a society member (spec §6). */
export function effectiveRole(
  account: { role: 'volunteer' | 'staff' | 'administrator'; organization: number | null },
  societyId: number,
): Role {
  if (account.role !== 'volunteer') return account.role
  return account.organization === societyId ? 'society' : 'volunteer'
}
