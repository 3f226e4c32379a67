import * as v from 'valibot'
import { noContent } from '../status.ts'
import { collectionCreated } from '../collection.ts'
import { itemCreated } from '../item.ts'
import * as org from '../organization.ts'
import * as people from '../person.ts'
import * as records from '../record.ts'
import { imagePreview, watermarkDrawing, watermarkQuery } from '../scan.ts'
import { subjectCreated } from '../subject.ts'
import { added, command, patch, remove, submit, upload, type Endpoint } from './declare.ts'

const pictureCreated = v.object({ id: v.number() })
/** Of a document: the scan of its first page, its own id (file.ts) and how many pages it has; the others follow. */
const ofDocument = { document: v.optional(v.number()), pages: v.optional(v.number()) }
const scanCreated = v.object({ id: v.number(), ...ofDocument })

/** Submissions, and an author's own records: loaded by pages of whoever is logged in. Their bodies are in endpoints.ts: only forms and the server check them. */
export const memberCalls = {
  createPerson: submit('/api/people/', people.personCreated),
  createGrave: submit('/api/graves/', people.grave),
  createPersonImage: upload('/api/people/images/create/', pictureCreated),
  createRelationship: submit('/api/people/relationships/', people.relationship),
  createOrganization: submit('/api/organizations/', org.organizationCreated),
  createSubject: submit('/api/subjects/', subjectCreated),
  createCollection: submit('/api/collections/', collectionCreated, { who: 'society' }),
  createItem: submit('/api/item/post/', itemCreated),
  createScan: upload('/api/scans/create/', scanCreated),
  previewImage: command('/api/scans/preview/', imagePreview, {
    status: 200,
    multipart: true,
    body: v.object({}),
  }),
  drawWatermark: added('/api/scans/watermark/', watermarkDrawing, {
    who: 'volunteer',
    query: watermarkQuery,
  }),
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
} satisfies Record<string, Endpoint>
