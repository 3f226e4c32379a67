import type { FastifyReply } from 'fastify'
import { MAP_FILE } from '#contract/old-maps.ts'
import { noContent, type Mount } from '../http/mount.ts'
import { receiveForm } from '../http/receive-form.ts'
import { createMapDesk, type MapDeskParts } from '../raster/desk/map-desk.ts'
import { createUploadSlots } from '../scans/upload-slots.ts'

/** Aborted when nobody waits for the answer any more. */
function whileAsked(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Old maps, for staff (our additions). Returns the queue of maps that are cut. */
export function mountOldMaps(mount: Mount, parts: MapDeskParts) {
  const desk = createMapDesk(parts)
  const slots = createUploadSlots()
  mount('oldMaps', async () => ({ maps: await desk.list(), work: await desk.queue.list() }), { live: true })
  mount('uploadMap', async ({ request, reply, caller }) => {
    await desk.requireSpace(request.headers['content-length'])
    const form = { folder: desk.incoming, maximumBytes: MAP_FILE.bytes, beforeFile: () => Promise.resolve() }
    return slots.withSlot(caller.id!, () =>
      receiveForm(request, form, ({ file }) => desk.addUpload(file, whileAsked(reply))),
    )
  })
  mount('openUpload', ({ body: { upload }, reply }) => desk.open(upload, whileAsked(reply)))
  mount('copyMapScan', ({ id, reply }) => desk.copyScan(id, whileAsked(reply)))
  mount('checkMap', ({ body: { upload, ...given }, reply }) => desk.check(upload, given, whileAsked(reply)))
  mount('addMap', ({ caller, reply, body }) => desk.add(body, caller, whileAsked(reply)))
  mount('cancelMapWork', ({ body: { upload } }) => noContent(desk.cancel(upload)))
  mount('dropMapWork', ({ body: { upload } }) => noContent(desk.drop(upload)))
  mount('orderMaps', ({ body: { layers }, caller }) => noContent(desk.order(layers, caller)))
  mount('editMap', ({ id, body, caller }) => desk.edit(id, body, caller))
  mount('removeMap', ({ id, caller }) => noContent(desk.remove(id, caller)))
  mount('restoreMap', ({ id, caller }) => noContent(desk.restore(id, caller)))
  return desk.queue
}
