import type * as v from 'valibot'
import { accountCalls } from './endpoints/accounts.ts'
import { baseCalls } from './endpoints/base.ts'
import { oldMapCalls, type oldMapPageCalls } from './endpoints/old-maps.ts'
import { archiveStateCalls } from './endpoints/archive-state.ts'
import { importCalls } from './endpoints/imports.ts'
import type { readCalls } from './endpoints/read.ts'
import { serviceCalls } from './endpoints/service.ts'
import type { sessionCalls } from './endpoints/session.ts'
import { recordingCalls } from './endpoints/recordings.ts'
import { settingsCalls } from './endpoints/settings.ts'
import { staffCalls } from './endpoints/staff.ts'
import { storyCalls } from './endpoints/stories.ts'
import { treeCalls } from './endpoints/trees.ts'
import * as create from './create.ts'
import { describedOverlays } from './overlay.ts'
import { changedFields, newFields } from './record-fields.ts'
import { removeQuery } from './review.ts'
import { scanCreate } from './scan.ts'

export { fillPath, type Endpoint } from './endpoints/declare.ts'

/** All calls of the API (spec §7). */
export const endpoints = {
  ...baseCalls,
  ...serviceCalls,
  ...staffCalls,
  ...accountCalls,
  ...treeCalls,
  ...storyCalls,
  ...archiveStateCalls,
  ...oldMapCalls,
  ...recordingCalls,
  ...importCalls,
  ...settingsCalls,
  // What pages without forms do not load.
  createPerson: { ...baseCalls.createPerson, body: create.personCreate },
  createGrave: { ...baseCalls.createGrave, body: create.graveCreate },
  createPersonImage: { ...baseCalls.createPersonImage, body: create.personImageCreate },
  createRelationship: { ...baseCalls.createRelationship, body: create.relationshipCreate },
  createOrganization: { ...baseCalls.createOrganization, body: create.organizationCreate },
  createSubject: { ...baseCalls.createSubject, body: create.subjectCreate },
  createCollection: { ...baseCalls.createCollection, body: create.collectionCreate },
  createItem: { ...baseCalls.createItem, body: create.itemSubmit },
  createScan: { ...baseCalls.createScan, body: scanCreate },
  overlays: { ...baseCalls.overlays, response: describedOverlays },
  removeRecord: { ...baseCalls.removeRecord, query: removeQuery },
  createRecord: { ...staffCalls.createRecord, bodies: newFields },
  editRecord: { ...baseCalls.editRecord, bodies: changedFields },
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
/** Calls that every client knows (client/client.ts). */
export type ReadName = keyof typeof readCalls
/** Calls that every client with a session knows (client/session-client.ts). */
export type SessionName = keyof typeof sessionCalls
/** Calls that a user's client knows (client/user-client.ts). */
export type BaseName = keyof typeof baseCalls
export type DeskCallName = BaseName | keyof typeof staffCalls
export type OldMapCallName = BaseName | keyof typeof oldMapPageCalls
export type ImportCallName = BaseName | keyof typeof importCalls
export type RecordingCallName = BaseName | keyof typeof recordingCalls
export type StateCallName = BaseName | keyof typeof archiveStateCalls | 'requestBuild'
export type SettingsCallName = BaseName | keyof typeof settingsCalls | 'builds'
/** The parsed query of a call. */
export type Query<N extends EndpointName> = Endpoints[N] extends { query: infer Q extends v.GenericSchema }
  ? v.InferOutput<Q>
  : never
