import * as maps from '../old-maps.ts'
import { noContent } from '../status.ts'
import { command, create, patch, remove, staffRead, type Endpoint } from './declare.ts'

/** Calls of the page of old maps (our additions). `:id` is the number of a layer. */
export const oldMapCalls = {
  oldMaps: staffRead('/api/old-maps/', maps.oldMaps),
  uploadMap: create('/api/old-maps/uploads/', maps.mapUpload, { multipart: true }),
  checkMap: create('/api/old-maps/check/', maps.checkedMap, { status: 200, body: maps.mapCheck }),
  addMap: create('/api/old-maps/', maps.mapWork, { body: maps.newMap }),
  dropMapWork: command('/api/old-maps/work/drop/', noContent, { who: 'staff', body: maps.mapDrop }),
  orderMaps: command('/api/old-maps/order/', noContent, { who: 'staff', body: maps.mapOrder }),
  editMap: patch('/api/old-maps/:id/', maps.oldMap, { body: maps.mapEdit }),
  removeMap: remove('/api/old-maps/:id/', noContent),
  restoreMap: command('/api/old-maps/:id/restore/', noContent, { who: 'staff' }),
} satisfies Record<string, Endpoint>
