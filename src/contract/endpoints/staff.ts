import * as v from 'valibot'
import * as records from '../record.ts'
import * as review from '../review.ts'
import * as split from '../split.ts'
import * as undo from '../undo.ts'
import { build, buildRequest } from '../archive-state.ts'
import { lotNumber } from '../location.ts'
import { noContent } from '../status.ts'
import { added, command, create, declare, remove, staffCommand, staffRead, type Endpoint } from './declare.ts'

/** A review step: returns the changed record. */
const step = declare({
  ...({ method: 'POST', who: 'staff', status: 200, addition: true } as const),
  ...{ params: records.reviewedAddress, body: records.reviewNote },
})

const OF_PICTURE = { who: 'administrator', params: review.takedownAddress } as const

/** Calls of staff (our additions): those of the review desk, which loads all of them. */
export const staffCalls = {
  scanOriginal: staffRead('/api/scan/original/:id/', 'file'),
  fileKey: staffRead('/api/file/:id/key/', v.object({ key: v.string() })),

  sendText: staffCommand('/api/records/scans/:id/text/', records.record, {
    ...{ requiresVersion: true, multipart: true, body: v.object({}) },
  }),
  replaceScan: staffCommand('/api/records/scans/:id/picture/', records.record, {
    ...{ requiresVersion: true, multipart: true, body: v.object({}) },
  }),
  sortParts: command('/api/records/items/:id/order/', noContent, { who: 'staff', body: review.partOrder }),
  retryPages: command('/api/records/files/:id/retry/', noContent, { who: 'staff' }),

  // Review
  queue: staffRead('/api/review/', review.reviewPage, { query: review.reviewQuery }),
  exportLink: staffRead('/api/review/export/', review.exportLink, { query: review.exportQuery }),
  exportFile: added('/api/review/export/file/', 'file', { query: review.exportFile, live: true }),
  claim: staffCommand('/api/claims/:kind/:key/', review.claimAnswer, {
    params: records.recordAddress,
    body: review.claimRequest,
  }),
  release: remove('/api/claims/:kind/:key/', noContent, { params: records.recordAddress }),
  createRecord: create('/api/records/:kind/', records.record, {
    idempotent: true,
    params: records.kindAddress,
    body: records.anyFields,
  }),
  publish: step('/api/records/:kind/:key/publish/', records.record, { requiresVersion: true }),
  returnDraft: step('/api/records/:kind/:key/return/', records.record, {
    requiresVersion: true,
    body: review.returnNote,
  }),
  discard: step('/api/records/:kind/:key/discard/', records.record, { requiresVersion: true }),
  unpublish: step('/api/records/:kind/:key/unpublish/', records.record),
  setAudience: staffCommand('/api/records/:kind/:key/audience/', records.record, {
    ...{ params: review.audienceAddress, body: review.audience },
  }),
  likely: staffRead('/api/records/:kind/:key/likely/', review.likelyDuplicates, { params: records.recordAddress }),
  uses: staffRead('/api/records/:kind/:key/uses/', review.uses, { params: records.recordAddress }),
  attached: staffRead('/api/records/:kind/:key/attached/', review.attached, { params: records.recordAddress }),
  merge: staffCommand('/api/records/:kind/:key/merge/', review.mergeAnswer, {
    params: review.mergedAddress,
    body: review.mergeRequest,
  }),
  takedown: staffRead('/api/takedowns/:kind/:key/', review.takedown, OF_PICTURE),
  takeDown: command('/api/takedowns/:kind/:key/', noContent, { ...OF_PICTURE, body: review.takedownOrder }),
  takeDownRecord: command('/api/records/:kind/:key/takedown/', noContent, {
    ...{ who: 'staff', requiresVersion: true, params: review.takenDownAddress, body: review.takeDownRecord },
  }),
  operations: staffRead('/api/operations/', undo.operationPage, { query: undo.operationQuery }),
  undo: staffCommand('/api/operations/:id/undo/', undo.undoAnswer, { body: undo.undoRequest }),
  zoneLinks: staffRead('/api/records/locations/:id/links/', split.zoneLinks),
  splitZone: create('/api/records/locations/:id/split/', split.splitAnswer, {
    requiresVersion: true,
    body: split.splitRequest,
  }),
  joinZones: create('/api/records/locations/join/', split.joinAnswer, { body: split.joinRequest }),
  renameLot: staffCommand('/api/records/lots/:key/rename/', records.record, {
    requiresVersion: true,
    params: v.object({ key: records.recordAddress.entries.key }),
    body: v.object({ lotNum: lotNumber }),
  }),
  audit: staffRead('/api/audit/', v.array(records.auditEntry), {
    query: review.auditQuery,
  }),
  builds: staffRead('/api/builds/', v.array(build)),
  requestBuild: create('/api/builds/', build, { body: buildRequest }),
} satisfies Record<string, Endpoint>
