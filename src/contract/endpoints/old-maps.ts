import * as maps from '../old-maps.ts'
import { noContent } from '../status.ts'
import { baseCalls } from './base.ts'
import { command, create, patch, remove, staffRead, type Endpoint } from './declare.ts'
import { staffCalls } from './staff.ts'

/** Calls of the page of old maps (our additions). `:id` is the number of a layer. */
export const oldMapCalls = {
  oldMaps: staffRead('/api/old-maps/', maps.oldMaps),
  uploadMap: create('/api/old-maps/uploads/', maps.mapUpload, { multipart: true }),
  checkMap: create('/api/old-maps/check/', maps.checkedMap, { status: 200, body: maps.mapCheck }),
  addMap: create('/api/old-maps/', maps.mapWork, { body: maps.newMap }),
  openUpload: create('/api/old-maps/uploads/open/', maps.openedUpload, { status: 200, body: maps.mapDrop }),
  copyMapScan: create('/api/old-maps/:id/uploads/', maps.openedUpload),
  cancelMapWork: command('/api/old-maps/work/cancel/', noContent, { who: 'staff', body: maps.mapDrop }),
  dropMapWork: command('/api/old-maps/work/drop/', noContent, { who: 'staff', body: maps.mapDrop }),
  orderMaps: command('/api/old-maps/order/', noContent, { who: 'staff', body: maps.mapOrder }),
  editMap: patch('/api/old-maps/:id/', maps.oldMap, { body: maps.mapEdit }),
  removeMap: remove('/api/old-maps/:id/', noContent),
  restoreMap: command('/api/old-maps/:id/restore/', noContent, { who: 'staff' }),
} satisfies Record<string, Endpoint>
export const oldMapPageCalls = { ...baseCalls, ...oldMapCalls, audit: staffCalls.audit }
